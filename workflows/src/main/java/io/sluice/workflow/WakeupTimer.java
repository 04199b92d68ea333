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
 * Waits for news or an instant, with one timer at a time, which says what it waits for.
 *
 * <p>A timer that rings no later than needed is kept: waking once too often costs a step that
 * decides nothing, while setting and cancelling one per signal would fill the history.
 */
final class WakeupTimer {
  private Optional<Instant> due = Optional.empty();
  private CancellationScope scope;
  private Promise<Boolean> bell;

  /** Blocks until there is news, or until the instant, if there is one. */
  void sleepUntil(Optional<Wakeup> wake, Supplier<Boolean> news) {
    if (news.get()) {
      return;
    }
    if (wake.isEmpty()) {
      Workflow.await(news);
      return;
    }
    set(wake.get());
    Workflow.await(() -> news.get() || bell.isCompleted());
    if (bell.isCompleted()) {
      due = Optional.empty();
    }
  }

  private void set(Wakeup wake) {
    if (due.filter(earlier -> !earlier.isAfter(wake.at())).isPresent()) {
      return;
    }
    if (due.isPresent()) {
      scope.cancel();
    }
    Instant now = Instant.ofEpochMilli(Workflow.currentTimeMillis());
    Duration left = Duration.between(now, wake.at());
    // Temporal takes no timer of nothing, and rounds down to milliseconds.
    Duration delay = left.toMillis() < 1 ? Duration.ofMillis(1) : left.plusMillis(1);
    TimerOptions options = TimerOptions.newBuilder().setSummary(wake.why()).build();
    scope =
        Workflow.newCancellationScope(
            () -> bell = Workflow.newTimer(delay, options).handle((rung, canceled) -> true));
    scope.run();
    due = Optional.of(wake.at());
  }
}
