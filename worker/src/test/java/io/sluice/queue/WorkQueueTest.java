package io.sluice.queue;

import static io.sluice.worker.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
  private static final Duration PERIOD = Duration.ofMillis(200);

  private final AtomicInteger processed = new AtomicInteger();

  @Test
  void keysThatAreAddedAgainLaterDoNotMultiplyWithChangesInBetween() {
    try (WorkQueue<String> queue = repeating()) {
      for (int change = 1; change <= 10; change++) {
        queue.add("policy");
        int atLeast = change;
        await().until(() -> processed.get() >= atLeast);
        await().until(queue::idle);
      }
      int before = processed.get();
      await().pollDelay(PERIOD.multipliedBy(5)).until(() -> true);
      assertThat(processed.get() - before).isBetween(1, 6);
    }
  }

  @Test
  void theEarliestTimeAskedForCounts() {
    try (WorkQueue<String> queue = new WorkQueue<>("test", 1, key -> processed.incrementAndGet())) {
      queue.addAfter("policy", Duration.ofHours(1));
      queue.addAfter("policy", Duration.ofMillis(10));
      queue.addAfter("policy", Duration.ofHours(2));
      await().untilAsserted(() -> assertThat(processed).hasValue(1));
    }
  }

  /** Adds each key again after a period, as a reconciler does while a run is open. */
  private WorkQueue<String> repeating() {
    AtomicReference<WorkQueue<String>> self = new AtomicReference<>();
    WorkQueue<String> queue =
        new WorkQueue<>(
            "test",
            1,
            key -> {
              processed.incrementAndGet();
              self.get().addAfter(key, PERIOD);
            });
    self.set(queue);
    return queue;
  }
}
