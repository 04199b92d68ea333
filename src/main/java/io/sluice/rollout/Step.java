package io.sluice.rollout;

import static java.util.Objects.requireNonNull;

import io.sluice.check.DueCheck;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds the result of one step: the new state, the actions to carry out, and the progress to
 * report.
 *
 * @param questions checks that are to be asked now, unless they are asked already
 * @param wake the next instant at which time alone can change something
 */
public record Step(
    AttemptState state,
    List<Action> actions,
    List<DueCheck> questions,
    Optional<Wakeup> wake,
    Progress progress) {
  private static final int MOST_REASONS = 3;

  public Step {
    requireNonNull(state, "state is null");
    actions = List.copyOf(actions);
    questions = List.copyOf(questions);
    requireNonNull(wake, "wake is null");
    requireNonNull(progress, "progress is null");
  }

  /** Holds a step of an attempt that asks nothing. */
  public Step(AttemptState state, List<Action> actions, Optional<Wakeup> wake, Progress progress) {
    this(state, actions, List.of(), wake, progress);
  }

  /** Joins the reasons of the actions, at most three of them; empty without actions. */
  public Optional<String> because() {
    List<String> reasons =
        actions.stream().map(Action::because).distinct().limit(MOST_REASONS).toList();
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
  }

  public Optional<Instant> wakeAt() {
    return wake.map(Wakeup::at);
  }
}
