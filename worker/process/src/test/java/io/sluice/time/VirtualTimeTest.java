package io.sluice.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
  private static final Instant START = Instant.parse("2026-02-03T09:00:00Z");

  private final VirtualTime time = new VirtualTime(START);
  private final ScheduledExecutorService left = time.threads("left", 1);
  private final ScheduledExecutorService right = time.threads("right", 1);
  private final List<String> diary = new ArrayList<>();

  private Runnable note(String what) {
    return () -> diary.add(what + " at " + Duration.between(START, time.now()).toSeconds());
  }

  @Test
  void nothingRunsUntilTheTestAdvancesTheTime() {
    left.execute(note("now"));
    assertThat(diary).isEmpty();

    time.runDue();

    assertThat(diary).containsExactly("now at 0");
  }

  @Test
  void whatIsDueRunsInTheOrderOfItsTimeWhicheverThreadsItIsFor() {
    left.schedule(note("third"), 3, TimeUnit.SECONDS);
    right.schedule(note("second"), 2, TimeUnit.SECONDS);
    left.schedule(note("first"), 1, TimeUnit.SECONDS);

    time.advance(Duration.ofMillis(2500));

    assertThat(diary).containsExactly("first at 1", "second at 2");
    assertThat(time.now()).isEqualTo(START.plusMillis(2500));
    assertThat(time.nanos()).isEqualTo(2_500_000_000L);
  }

  @Test
  void whatIsDueTogetherRunsInTheOrderInWhichItWasGiven() {
    right.schedule(note("first"), 1, TimeUnit.SECONDS);
    left.schedule(note("second"), 1, TimeUnit.SECONDS);

    time.advance(Duration.ofSeconds(1));

    assertThat(diary).containsExactly("first at 1", "second at 1");
  }

  @Test
  void whatATaskAddsRunsInTheSameAdvance() {
    left.execute(() -> right.schedule(note("added"), 2, TimeUnit.SECONDS));

    time.advance(Duration.ofSeconds(2));

    assertThat(diary).containsExactly("added at 2");
  }

  @Test
  void oneTaskRunsAtATimeWhereTheTestAsksForThat() {
    left.schedule(note("first"), 1, TimeUnit.SECONDS);
    left.schedule(note("second"), 2, TimeUnit.SECONDS);

    assertThat(time.runNext(Duration.ofSeconds(9))).isTrue();
    assertThat(diary).containsExactly("first at 1");
    assertThat(time.runNext(Duration.ofMillis(500))).isFalse();
    assertThat(time.now()).isEqualTo(START.plusMillis(1500));
  }

  @Test
  void aRateCountsFromThePlannedBeginAndADelayFromTheEnd() {
    left.scheduleAtFixedRate(slow("rate"), 1, 3, TimeUnit.SECONDS);
    right.scheduleWithFixedDelay(slow("delay"), 1, 3, TimeUnit.SECONDS);

    time.advance(Duration.ofSeconds(8));

    assertThat(diary)
        .containsExactly("rate at 1", "delay at 1", "rate at 4", "delay at 5", "rate at 7");
  }

  private Runnable slow(String what) {
    return () -> {
      note(what).run();
      time.pause(Duration.ofSeconds(1));
    };
  }

  @Test
  void aTaskThatPausesOccupiesItsThread() {
    left.execute(
        () -> {
          time.pause(Duration.ofSeconds(5));
          note("paused").run();
        });
    left.schedule(note("behind it"), 1, TimeUnit.SECONDS);
    right.schedule(note("beside it"), 1, TimeUnit.SECONDS);

    time.advance(Duration.ofSeconds(6));

    assertThat(diary).containsExactly("beside it at 1", "paused at 5", "behind it at 5");
  }

  @Test
  void aCancelledTaskDoesNotRun() {
    ScheduledFuture<?> task = left.schedule(note("cancelled"), 1, TimeUnit.SECONDS);
    assertThat(task.getDelay(TimeUnit.MILLISECONDS)).isEqualTo(1000);

    task.cancel(false);
    time.advance(Duration.ofSeconds(2));

    assertThat(diary).isEmpty();
  }

  @Test
  void whoeverWaitsForATaskHasItRun() throws Exception {
    Future<String> answer = left.schedule(() -> "done", 2, TimeUnit.SECONDS);

    assertThat(answer.get(3, TimeUnit.SECONDS)).isEqualTo("done");
    assertThat(time.now()).isEqualTo(START.plusSeconds(2));
  }

  @Test
  void aWaitThatIsTooShortTakesItsTime() {
    Future<String> answer = left.schedule(() -> "done", 2, TimeUnit.SECONDS);

    assertThatThrownBy(() -> answer.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
    assertThat(time.now()).isEqualTo(START.plusSeconds(1));
  }

  @Test
  void threadsThatAreShutDownRunNothingAndTakeNothing() throws Exception {
    left.scheduleWithFixedDelay(note("repeated"), 1, 1, TimeUnit.SECONDS);
    left.schedule(note("later"), 2, TimeUnit.SECONDS);

    assertThat(left.shutdownNow()).hasSize(2);

    assertThat(left.awaitTermination(1, TimeUnit.SECONDS)).isTrue();
    time.advance(Duration.ofSeconds(3));
    assertThat(diary).isEmpty();
    assertThatThrownBy(() -> left.execute(note("again")))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void anOrderlyShutdownLetsWhatWasGivenEnd() throws Exception {
    left.schedule(note("later"), 2, TimeUnit.SECONDS);
    left.shutdown();

    assertThat(left.awaitTermination(1, TimeUnit.SECONDS)).isFalse();
    assertThat(left.awaitTermination(1, TimeUnit.SECONDS)).isTrue();
    assertThat(diary).containsExactly("later at 2");
  }

  @Test
  void aFailureEndsARepetitionAndNothingElse() {
    left.scheduleWithFixedDelay(
        () -> {
          note("fails").run();
          throw new IllegalStateException("as it is meant to");
        },
        1,
        1,
        TimeUnit.SECONDS);
    left.schedule(note("goes on"), 3, TimeUnit.SECONDS);

    time.advance(Duration.ofSeconds(4));

    assertThat(diary).containsExactly("fails at 1", "goes on at 3");
  }

  @Test
  void whatWasDueWhileTheProcessStoodStillRunsAfterIt() {
    left.schedule(note("late"), 1, TimeUnit.SECONDS);

    time.freeze(Duration.ofSeconds(60));
    assertThat(diary).isEmpty();
    time.runDue();

    assertThat(diary).containsExactly("late at 60");
  }

  @Test
  void theClockThatIsSetDelaysNothing() {
    left.schedule(note("once"), 2, TimeUnit.SECONDS);

    time.setClock(START.minusSeconds(100));
    time.advance(Duration.ofSeconds(2));

    assertThat(diary).containsExactly("once at -98");
    assertThat(time.nanos()).isEqualTo(2_000_000_000L);
  }

  @Test
  void tasksThatAreAddedForNowWithoutAnEndFailTheTest() {
    ExecutorService endless = time.threads("endless", 1);
    endless.execute(again(endless));

    assertThatThrownBy(time::runDue).hasMessageContaining("without an end");
  }

  private static Runnable again(ExecutorService on) {
    return () -> on.execute(again(on));
  }
}
