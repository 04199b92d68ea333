package io.sluice.workflow;

import io.sluice.rollout.Wakeup;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Waits for input or an instant, with a timer whose summary names the reason.
 *
 * <p>A timer that fires no later than needed is kept: one step too many decides nothing, while a
 * timer set and canceled for each signal would fill the history. So is a later one while a sooner
 * one runs, as that of a deadline while the status is to be written.
 */
final class WakeupTimer {
  private Optional<Running> sooner = Optional.empty();
  private Optional<Running> later = Optional.empty();

  private record Running(Instant due, CancellationScope scope, Promise<Boolean> fired) {}

  /**
   * Blocks until there is input, or until the instant, if there is one; returns whether a timer
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
    Workflow.await(() -> hasInput.get() || fired(sooner) || fired(later));
    boolean fired = fired(sooner) || fired(later);
    later = later.filter(timer -> !timer.fired().isCompleted());
    sooner = sooner.filter(timer -> !timer.fired().isCompleted());
    return fired;
  }

  private static boolean fired(Optional<Running> timer) {
    return timer.isPresent() && timer.get().fired().isCompleted();
  }

  private void set(Wakeup wakeup) {
    if (inTime(sooner, wakeup) || inTime(later, wakeup)) {
      return;
    }
    sooner.ifPresent(timer -> timer.scope().cancel());
    Running started = start(wakeup);
    if (later.isEmpty()) {
      later = Optional.of(started);
      sooner = Optional.empty();
    } else {
      sooner = Optional.of(started);
    }
  }

  private static boolean inTime(Optional<Running> timer, Wakeup wakeup) {
    return timer.filter(known -> !known.due().isAfter(wakeup.at())).isPresent();
  }

  private static Running start(Wakeup wakeup) {
    Instant now = Instant.ofEpochMilli(Workflow.currentTimeMillis());
    Duration left = Duration.between(now, wakeup.at());
    // Temporal rejects an empty timer, and rounds down to milliseconds.
    Duration delay = left.toMillis() < 1 ? Duration.ofMillis(1) : left.plusMillis(1);
    TimerOptions options = TimerOptions.newBuilder().setSummary(wakeup.why()).build();
    AtomicReference<Promise<Boolean>> fired = new AtomicReference<>();
    CancellationScope scope =
        Workflow.newCancellationScope(
            () -> fired.set(Workflow.newTimer(delay, options).handle((done, canceled) -> true)));
    scope.run();
    return new Running(wakeup.at(), scope, fired.get());
  }
}
