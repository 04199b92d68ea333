package io.sluice.hub.gate;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * Holds what was found out about the gate.
 *
 * @param answers of the probes that were sent, in their order; after one that failed none is
 * @param quiet whether the API server can put back what is held instead of refusing it ({@code
 *     deploy/gate/quiet}); empty if it did not say
 */
public record GateReport(List<ProbeAnswer> answers, GateState state, Optional<Boolean> quiet) {
  public GateReport {
    answers = List.copyOf(answers);
    requireNonNull(state, "state is null");
    requireNonNull(quiet, "quiet is null");
  }

  /** Returns whether the hub has answered every probe, so that the state is what it shows. */
  public boolean answered() {
    return answers.size() == GateProbe.values().length
        && answers.stream().noneMatch(answer -> answer.result() == ProbeAnswer.Result.FAILED);
  }
}
