package io.sluice.control.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
  private static final Duration PERIOD = Duration.ofMillis(200);

  private final VirtualTime time = new VirtualTime();
  private final AtomicInteger processed = new AtomicInteger();

  @Test
  void keysThatAreAddedAgainLaterDoNotMultiplyWithChangesInBetween() {
    try (WorkQueue<String> queue = repeating()) {
      for (int change = 1; change <= 10; change++) {
        queue.add("policy");
        time.runDue();
        assertThat(processed).hasValue(change);
      }
      time.advance(PERIOD.multipliedBy(5));
      assertThat(processed).hasValue(15);
    }
  }

  @Test
  void theEarliestTimeAskedForCounts() {
    try (WorkQueue<String> queue = counting()) {
      queue.addAfter("policy", Duration.ofHours(1));
      queue.addAfter("policy", Duration.ofMillis(10));
      queue.addAfter("policy", Duration.ofHours(2));
      time.advance(Duration.ofMillis(10));
      assertThat(processed).hasValue(1);
      time.advance(Duration.ofHours(3));
      assertThat(processed).hasValue(1);
    }
  }

  @Test
  void aKeyThatWaitsIsProcessedOnce() {
    try (WorkQueue<String> queue = counting()) {
      queue.add("policy");
      queue.add("policy");
      time.runDue();
      assertThat(processed).hasValue(1);
    }
  }

  private static int endless(int depth) {
    return 1 + endless(depth + 1);
  }

  @Test
  void aKeyThatOverflowsTheStackIsRetriedAndCostsNoOtherOne() {
    AtomicInteger overflows = new AtomicInteger();
    try (WorkQueue<String> queue =
        new WorkQueue<>(
            time,
            "test",
            1,
            key -> {
              if (key.equals("deep")) {
                overflows.incrementAndGet();
                endless(0);
              }
              processed.incrementAndGet();
            })) {
      queue.add("deep");
      queue.add("policy");
      time.runDue();
      assertThat(processed).hasValue(1);
      assertThat(overflows).hasValue(1);
      time.advance(Duration.ofSeconds(1));
      assertThat(overflows).hasValueGreaterThan(1);
      queue.add("policy");
      time.runDue();
      assertThat(processed).hasValue(2);
    }
  }

  @Test
  void aKeyThatIsAddedWhileItIsProcessedIsProcessedAgainAfterThat() {
    AtomicReference<WorkQueue<String>> self = new AtomicReference<>();
    try (WorkQueue<String> queue =
        new WorkQueue<>(
            time,
            "test",
            4,
            key -> {
              if (processed.incrementAndGet() == 1) {
                self.get().add(key);
                time.pause(PERIOD);
                assertThat(processed).hasValue(1);
              }
            })) {
      self.set(queue);
      queue.add("policy");
      time.advance(PERIOD);
      assertThat(processed).hasValue(2);
    }
  }

  @Test
  void aKeyThatFailsIsTriedAgainMoreAndMoreRarelyUntilItSucceeds() {
    List<Long> tries = new ArrayList<>();
    long begin = time.nanos();
    try (WorkQueue<String> queue =
        new WorkQueue<>(
            time,
            "test",
            1,
            key -> {
              tries.add(Duration.ofNanos(time.nanos() - begin).toMillis());
              if (tries.size() < 11) {
                throw new IllegalStateException("as it is meant to");
              }
            })) {
      queue.add("policy");
      time.advance(Duration.ofMinutes(10));
    }
    assertThat(tries)
        .containsExactly(
            0L, 250L, 750L, 1_750L, 3_750L, 7_750L, 15_750L, 31_750L, 61_750L, 91_750L, 121_750L);
  }

  @Test
  void aQueueThatIsClosedProcessesNothingMore() {
    WorkQueue<String> queue = counting();
    queue.add("policy");
    queue.addAfter("another", PERIOD);
    queue.close();
    queue.add("third");
    time.advance(PERIOD);
    assertThat(processed).hasValue(0);
  }

  private WorkQueue<String> counting() {
    return new WorkQueue<>(time, "test", 1, key -> processed.incrementAndGet());
  }

  /** Adds each key again after a period, as a reconciler does while a run is open. */
  private WorkQueue<String> repeating() {
    AtomicReference<WorkQueue<String>> self = new AtomicReference<>();
    WorkQueue<String> queue =
        new WorkQueue<>(
            time,
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
