package io.sluice.rehearsal.recorded;

import static java.util.Objects.requireNonNull;

import io.sluice.replay.ReplayedStep;
import io.sluice.replay.RunRecord;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.workflow.RolloutInput;
import java.time.Instant;
import java.util.List;

/**
 * Holds an attempt as its histories record it.
 *
 * @param input of its first run
 * @param records one per run, oldest first
 * @param steps what the attempt decided; at least one
 * @param complete whether it was closed when its history was read: else what came later is unknown
 */
public record Recording(
    RolloutInput input,
    Instant startedAt,
    List<RunRecord> records,
    List<ReplayedStep> steps,
    boolean complete) {
  public Recording {
    requireNonNull(input, "input is null");
    requireNonNull(startedAt, "startedAt is null");
    records = List.copyOf(records);
    steps = List.copyOf(steps);
  }

  public AttemptSpec spec() {
    return input.spec();
  }

  /** Returns the state with which the first run begins, if it is of another strategy. */
  AttemptState state(AttemptSpec spec) {
    return input
        .carried()
        .map(RolloutInput.Carried::state)
        .or(input::rebuilt)
        .map(state -> state.with(spec))
        .orElseGet(() -> AttemptState.begin(spec, startedAt));
  }
}
