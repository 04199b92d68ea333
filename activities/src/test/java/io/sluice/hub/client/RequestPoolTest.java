package io.sluice.hub.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.HubPatience;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("nightly")
@Timeout(300)
class RequestPoolTest {
  private static final Duration LONG = HubPatience.MOST;

  private final RequestPool pool = new RequestPool(1);
  private final RequestPool callers = new RequestPool(2);

  @AfterEach
  void close() {
    pool.close();
    callers.close();
  }

  private static List<Integer> items(int count) {
    return IntStream.range(0, count).boxed().toList();
  }

  @Test
  void aReadDoesNotWaitForWrites() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch readDone = new CountDownLatch(1);
    PendingReads calls = callers.reads();
    Future<List<Integer>> writes =
        calls.begin(
            () ->
                pool.each(
                    items(10),
                    item -> {
                      begun.countDown();
                      await(readDone);
                      return item;
                    }));
    begun.await();

    try (PendingReads reads = pool.reads(LONG)) {
      assertThat(reads.answer(reads.begin(() -> "read"), "read")).isEqualTo("read");
    }
    readDone.countDown();
    assertThat(calls.answer(writes, "write")).hasSize(10);
  }

  @Test
  void anInterruptionMeetsOnlyTheRequestThatHangs() {
    List<Optional<Boolean>> answers =
        pool.each(
            items(1),
            item -> {
              await(new CountDownLatch(1));
              return Optional.of(true);
            },
            LONG,
            Duration.ofMillis(50));

    assertThat(answers).containsExactly(Optional.empty());
    assertThat(pool.each(items(3), item -> Thread.currentThread().isInterrupted()))
        .containsExactly(false, false, false);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
