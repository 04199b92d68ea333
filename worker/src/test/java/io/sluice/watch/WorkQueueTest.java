package io.sluice.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
  private static final Duration PERIOD = Duration.ofMillis(200);

  private final AtomicInteger looks = new AtomicInteger();

  @Test
  void looksThatAskForAnotherDoNotMultiplyWithTheChangesThatCameBetween() {
    try (WorkQueue<String> queue = asking()) {
      for (int change = 1; change <= 10; change++) {
        queue.add("policy");
        int looked = change;
        await().until(() -> looks.get() >= looked);
        await().until(queue::idle);
      }
      int before = looks.get();
      await().pollDelay(PERIOD.multipliedBy(5)).until(() -> true);
      assertThat(looks.get() - before).isBetween(1, 6);
    }
  }

  @Test
  void theEarliestTimeAskedForCounts() {
    try (WorkQueue<String> queue = new WorkQueue<>("test", 1, key -> looks.incrementAndGet())) {
      queue.addAfter("policy", Duration.ofHours(1));
      queue.addAfter("policy", Duration.ofMillis(10));
      queue.addAfter("policy", Duration.ofHours(2));
      await().untilAsserted(() -> assertThat(looks).hasValue(1));
    }
  }

  /** Each look asks for another a period later, as keepers do while a run is open. */
  private WorkQueue<String> asking() {
    AtomicReference<WorkQueue<String>> itself = new AtomicReference<>();
    WorkQueue<String> queue =
        new WorkQueue<>(
            "test",
            1,
            key -> {
              looks.incrementAndGet();
              itself.get().addAfter(key, PERIOD);
            });
    itself.set(queue);
    return queue;
  }
}
