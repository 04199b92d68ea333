package io.sluice.tools.dashboard;

import io.sluice.hub.client.HubObjects;
import io.sluice.tools.page.model.RolloutName;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Sends server-sent events to open pages: that something changed, and whether the hub answers.
 *
 * <p>What happens within half a second is one event: a page fetches all of it at once.
 */
final class EventStreams implements AutoCloseable {
  /** A page whose browser is gone is noticed by a write that fails. */
  private static final Duration PING = Duration.ofSeconds(15);

  private static final Duration PACE = Duration.ofMillis(500);

  /** Of one person: one more ends the first. */
  private static final int MOST = 16;

  private final List<Stream> streams = new CopyOnWriteArrayList<>();
  private final Supplier<Optional<String>> problem;
  private volatile boolean closed;

  /**
   * Prepares them.
   *
   * @param problem why the hub does not answer; empty while it does
   */
  EventStreams(Supplier<Optional<String>> problem) {
    this.problem = problem;
  }

  /** Notes that a rollout changed; without one: whether the hub answers. */
  void changed(Optional<RolloutName> rollout) {
    streams.stream()
        .filter(stream -> rollout.isEmpty() || stream.wanted.test(rollout.get()))
        .forEach(Stream::wake);
  }

  /**
   * Sends to one page until its browser is gone.
   *
   * @param lasts whether the person may still follow; is asked at least every 15 seconds
   */
  void serve(Predicate<RolloutName> wanted, BooleanSupplier lasts, OutputStream out)
      throws IOException {
    Stream stream = new Stream(wanted);
    add(stream);
    try {
      Optional<String> reported = Optional.of("not reported yet");
      while (!closed && !stream.ended && lasts.getAsBoolean()) {
        Optional<String> now = problem.get();
        if (!now.equals(reported)) {
          send(out, "hub", Map.of("message", now.orElse("")));
          reported = now;
        }
        if (stream.await(PING)) {
          if (!problem.get().equals(reported)) {
            stream.wake();
            continue;
          }
          send(out, "changed", Map.of());
          stream.pause(PACE);
        } else {
          out.write(":\n\n".getBytes(StandardCharsets.UTF_8));
          out.flush();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      streams.remove(stream);
    }
  }

  private synchronized void add(Stream stream) {
    if (streams.size() >= MOST) {
      Stream first = streams.remove(0);
      first.ended = true;
      first.wake();
    }
    streams.add(stream);
  }

  private static void send(OutputStream out, String event, Map<String, String> data)
      throws IOException {
    out.write(
        "event: %s\ndata: %s\n\n"
            .formatted(event, HubObjects.json(data))
            .getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void close() {
    closed = true;
    streams.forEach(Stream::wake);
  }

  /** Waits for one page. */
  private final class Stream {
    private final Predicate<RolloutName> wanted;
    private volatile boolean ended;
    private boolean news;

    private Stream(Predicate<RolloutName> wanted) {
      this.wanted = wanted;
    }

    private synchronized void wake() {
      news = true;
      notifyAll();
    }

    private synchronized boolean await(Duration longest) throws InterruptedException {
      if (!news) {
        wait(longest.toMillis());
      }
      boolean found = news;
      news = false;
      return found;
    }

    private synchronized void pause(Duration length) throws InterruptedException {
      if (!closed) {
        long until = System.nanoTime() + length.toNanos();
        long left = length.toMillis();
        while (left > 0 && !closed) {
          wait(left);
          left = Duration.ofNanos(until - System.nanoTime()).toMillis();
        }
      }
    }
  }
}
