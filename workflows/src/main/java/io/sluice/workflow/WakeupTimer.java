package io.sluice.workflow;

import io.sluice.rollout.Wakeup;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Waits for input or an instant, with one timer at a time whose summary names the reason.
 *
 * <p>A timer that fires no later than needed is kept: one step too many decides nothing, while a
 * timer set and canceled for each signal would fill the history.
 */
final class WakeupTimer {
  private Optional<Instant> due = Optional.empty();
  private CancellationScope scope;
  private Promise<Boolean> fired;

  /**
   * Blocks until there is input, or until the instant, if there is one; returns whether the timer
   * fired.
   */
  boolean await(Optional<Wakeup> wakeup, Supplier<Boolean> hasInput) {
    if (hasInput.get()) {
      return false;
    }
    if (wakeup.isEmpty()) {
      Workflow.await(hasInput);
      return false;
    }
    set(wakeup.get());
    Workflow.await(() -> hasInput.get() || fired.isCompleted());
    if (fired.isCompleted()) {
      due = Optional.empty();
      return true;
    }
    return false;
  }

  private void set(Wakeup wakeup) {
    if (due.filter(earlier -> !earlier.isAfter(wakeup.at())).isPresent()) {
      return;
    }
    if (due.isPresent()) {
      scope.cancel();
    }
    Instant now = Instant.ofEpochMilli(Workflow.currentTimeMillis());
    Duration left = Duration.between(now, wakeup.at());
    // Temporal rejects an empty timer, and rounds down to milliseconds.
    Duration delay = left.toMillis() < 1 ? Duration.ofMillis(1) : left.plusMillis(1);
    TimerOptions options = TimerOptions.newBuilder().setSummary(wakeup.why()).build();
    scope =
        Workflow.newCancellationScope(
            () -> fired = Workflow.newTimer(delay, options).handle((done, canceled) -> true));
    scope.run();
    due = Optional.of(wakeup.at());
  }
}
