package io.sluice.hub.informer;

import static java.util.Objects.requireNonNull;

import java.io.InterruptedIOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Reads the objects of a list on a thread of its own, in the order in which they came: meanwhile
 * the hub makes the next page, and others arrive. It holds at most {@value #MOST_BYTES} bytes of
 * text, or one object that is larger; who adds more waits.
 *
 * <p>After {@link #finish()} and {@link #close()} no object is being read any more, and none will
 * be.
 */
final class ObjectQueue implements AutoCloseable {
  private static final int MOST_BYTES = 4 << 20;

  private final Consumer<byte[]> reader;
  private final ExecutorService thread;
  private final Semaphore room = new Semaphore(MOST_BYTES, true);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean closed;

  /**
   * Creates a queue.
   *
   * @param name that of the thread
   * @param reader takes the text of one object
   */
  ObjectQueue(String name, Consumer<byte[]> reader) {
    this.reader = requireNonNull(reader, "reader is null");
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread made = new Thread(task, name);
              made.setDaemon(true);
              return made;
            });
  }

  /**
   * Adds the text of an object, and waits for room. What the reader threw is thrown here.
   *
   * @throws InterruptedIOException if the thread is interrupted while it waits
   */
  void add(byte[] text) throws InterruptedIOException {
    int taken = Math.min(text.length, MOST_BYTES);
    try {
      room.acquire(taken);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a list was read");
    }
    rethrow();
    thread.execute(
        () -> {
          try {
            read(text);
          } finally {
            room.release(taken);
          }
        });
  }

  private void read(byte[] text) {
    if (closed || failure.get() != null) {
      return;
    }
    try {
      reader.accept(text);
    } catch (RuntimeException | Error e) {
      // Errors of the JVM, too: who adds or finishes gets them.
      failure.set(e);
    }
  }

  private void rethrow() {
    Throwable thrown = failure.get();
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    }
  }

  /** Waits until all objects have been read. What the reader threw is thrown here. */
  void finish() throws InterruptedException {
    thread.shutdown();
    thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    rethrow();
  }

  /** Leaves out what has not been read, and waits for the object that is being read. */
  @Override
  public void close() {
    closed = true;
    thread.shutdown();
    boolean interrupted = false;
    boolean over = false;
    while (!over) {
      try {
        over = thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
