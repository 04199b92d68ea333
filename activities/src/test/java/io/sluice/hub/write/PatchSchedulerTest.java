package io.sluice.hub.write;

import static io.sluice.hub.HubPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.HubPatience;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PatchSchedulerTest {
  private final PatchScheduler patches = new PatchScheduler("patches");
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final CountDownLatch answer = new CountDownLatch(1);

  @AfterEach
  void end() throws InterruptedException {
    answer.countDown();
    assertThat(patches.end(HubPatience.MOST.toSeconds())).isTrue();
  }

  private void unanswered() {
    running.incrementAndGet();
    try {
      answer.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    done.incrementAndGet();
  }

  private void add(int number) {
    for (int i = 0; i < number; i++) {
      patches.add(this::unanswered);
    }
  }

  @Test
  void twoPatchesRunAtATime() {
    add(5);
    await().until(() -> running.get() == 2);
    await().during(Duration.ofMillis(100)).until(() -> running.get() == 2);
    answer.countDown();
    await().until(() -> done.get() == 5);
  }

  @Test
  void onlyOneRunsWhileOthersHavePriority() {
    patches.yieldTo(true);
    add(5);
    await().until(() -> running.get() == 1);
    await().during(Duration.ofMillis(100)).until(() -> running.get() == 1);
    patches.yieldTo(false);
    await().until(() -> running.get() == 2);
    answer.countDown();
    await().until(() -> done.get() == 5);
  }

  @Test
  void thenAPatchIsFollowedByAPauseNineTimesAsLong() {
    List<Long> begins = new CopyOnWriteArrayList<>();
    List<Long> ends = new CopyOnWriteArrayList<>();
    patches.yieldTo(true);
    for (int i = 0; i < 4; i++) {
      patches.add(
          () -> {
            begins.add(System.nanoTime());
            long until = System.nanoTime() + Duration.ofMillis(5).toNanos();
            while (System.nanoTime() < until) {
              Thread.onSpinWait();
            }
            ends.add(System.nanoTime());
          });
    }
    await().until(() -> ends.size() == 4);
    for (int i = 1; i < 4; i++) {
      assertThat(begins.get(i) - ends.get(i - 1))
          .isGreaterThanOrEqualTo(9 * (ends.get(i - 1) - begins.get(i - 1)));
    }
  }

  @Test
  void aPatchThatFailsDoesNotHoldUpOthers() {
    answer.countDown();
    patches.add(
        () -> {
          throw new IllegalStateException("of a test");
        });
    add(3);
    await().until(() -> done.get() == 3);
  }
}
