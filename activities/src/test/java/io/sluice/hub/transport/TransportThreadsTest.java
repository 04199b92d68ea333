package io.sluice.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.HubPatience;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransportThreadsTest {
  private final TransportThreads threads = new TransportThreads(Request.class::isInstance);

  /** Sends a request; anything else reads a body. */
  private record Request(Runnable work) implements Runnable {
    @Override
    public void run() {
      work.run();
    }
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
  }

  @Test
  void theBodyIsReadOnTheThreadThatSentTheRequest() throws Exception {
    CompletableFuture<Thread> sent = new CompletableFuture<>();
    CompletableFuture<Thread> read = new CompletableFuture<>();
    threads.execute(
        new Request(
            () -> {
              threads.execute(() -> read.complete(Thread.currentThread()));
              sent.complete(Thread.currentThread());
            }));

    assertThat(of(read)).isSameAs(of(sent));
  }

  @Test
  void whoReadsABodyMayWaitForAnotherRequest() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    assertThat(of(readingWaits(new Request(done::countDown), done))).isTrue();
  }

  /** If the answer is there at once, the one who waits hands over the reading of its body. */
  @Test
  void whoReadsABodyMayWaitForAnotherBody() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    assertThat(of(readingWaits(done::countDown, done))).isTrue();
  }

  /** Has further work done, and waits for it, while a body is read. */
  private CompletableFuture<Boolean> readingWaits(Runnable further, CountDownLatch done) {
    CompletableFuture<Boolean> waited = new CompletableFuture<>();
    threads.execute(
        () -> {
          threads.execute(further);
          try {
            waited.complete(done.await(HubPatience.MOST.toSeconds(), TimeUnit.SECONDS));
          } catch (InterruptedException e) {
            waited.completeExceptionally(e);
          }
        });
    return waited;
  }

  private static <T> T of(CompletableFuture<T> result) throws Exception {
    return result.get(HubPatience.MOST.toSeconds(), TimeUnit.SECONDS);
  }
}
