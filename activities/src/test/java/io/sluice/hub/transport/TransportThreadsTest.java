package io.sluice.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.HubPatience;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransportThreadsTest {
  private final TransportThreads threads = new TransportThreads();

  @AfterEach
  void close() {
    threads.shutdownNow();
  }

  @Test
  void theBodyIsReadOnTheThreadThatSentTheRequest() throws Exception {
    CompletableFuture<Thread> sent = new CompletableFuture<>();
    CompletableFuture<Thread> read = new CompletableFuture<>();
    threads.execute(
        () -> {
          threads.execute(() -> read.complete(Thread.currentThread()));
          sent.complete(Thread.currentThread());
        });

    assertThat(of(read)).isSameAs(of(sent));
  }

  @Test
  void whoReadsABodyMayWaitForAnotherRequest() throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    CompletableFuture<Boolean> waited = new CompletableFuture<>();
    threads.execute(
        () ->
            threads.execute(
                () -> {
                  threads.execute(answered::countDown);
                  try {
                    waited.complete(answered.await(HubPatience.MOST.toSeconds(), TimeUnit.SECONDS));
                  } catch (InterruptedException e) {
                    waited.completeExceptionally(e);
                  }
                }));

    assertThat(of(waited)).isTrue();
  }

  private static <T> T of(CompletableFuture<T> result) throws Exception {
    return result.get(HubPatience.MOST.toSeconds(), TimeUnit.SECONDS);
  }
}
