package io.sluice.tools.wait;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.Wording;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.status.Screen;
import io.sluice.tools.status.StatusSource;
import io.sluice.tools.status.StatusView;
import io.sluice.tools.terminal.ShortDuration;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Shows the changes of a rollout until the wait is over: decided, or too late. */
final class WaitRun {
  /** A worker answers within seconds; what stays so for longer is the answer. */
  private static final Duration SETTLING = Duration.ofSeconds(10);

  private final WaitGoal goal;
  private final WaitJudge judge;
  private final Optional<Duration> timeout;
  private final Screen screen;
  private final long began = System.nanoTime();
  private StatusView shown;
  private boolean announced;
  private Optional<WaitResult> unsettled = Optional.empty();
  private long unsettledSince;

  WaitRun(WaitGoal goal, WaitJudge judge, Optional<Duration> timeout, Screen screen) {
    this.goal = requireNonNull(goal, "goal is null");
    this.judge = requireNonNull(judge, "judge is null");
    this.timeout = requireNonNull(timeout, "timeout is null");
    this.screen = requireNonNull(screen, "screen is null");
  }

  /** Shows what is new, and returns how the wait ends; empty while it goes on. */
  Optional<WaitResult> step(StatusSource.Found found) {
    show(found.view());
    Optional<WaitResult> result = judge.judge(found).filter(this::holds);
    return result.isPresent() ? result : late(found);
  }

  /** Returns what was shown last; empty before the first step. */
  Optional<StatusView> shown() {
    return Optional.ofNullable(shown);
  }

  private void show(StatusView view) {
    if (view == shown) {
      return;
    }
    shown = view;
    if (judge.begun(view)) {
      screen.show(view, Optional.empty(), clock());
    } else if (!announced) {
      announced = true;
      screen.print(
          clock()
              + "%s: %s %d has not begun."
                  .formatted(
                      Wording.capital(view.subject().title()),
                      view.subject().counter(),
                      view.generation()));
    }
  }

  private static String clock() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS) + "  ";
  }

  private boolean holds(WaitResult result) {
    if (result.settled()) {
      return true;
    }
    if (!unsettled.equals(Optional.of(result))) {
      unsettled = Optional.of(result);
      unsettledSince = System.nanoTime();
    }
    return System.nanoTime() - unsettledSince >= SETTLING.toNanos();
  }

  private Optional<WaitResult> late(StatusSource.Found found) {
    StatusView view = found.view();
    Optional<Duration> longest =
        timeout.filter(limit -> System.nanoTime() - began >= limit.toNanos());
    return longest.map(
        limit ->
            new WaitResult(
                judge.waitsForPerson(found) ? ExitCodes.WAITS_FOR_A_PERSON : ExitCodes.TOO_LATE,
                "Cannot wait longer than %s for %s of %s: %s"
                    .formatted(
                        ShortDuration.of(limit),
                        goal,
                        view.subject().title(),
                        view.waitingFor().isEmpty()
                            ? "its attempt has not begun. Check that a worker runs."
                            : view.waitingFor()),
                true));
  }
}
