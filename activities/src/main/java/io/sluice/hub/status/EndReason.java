package io.sluice.hub.status;

import static java.util.Objects.requireNonNullElse;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.FieldAdvice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Says why an attempt ended, as its Rollout object shows it: not what it waited for before
 * (rollout-strategy 1.1).
 */
public final class EndReason {
  private EndReason() {}

  /** Returns the reason; empty while there is no outcome, and after a success. */
  public static Optional<String> of(RolloutStatus status) {
    return Arrays.stream(Outcome.values())
        .filter(outcome -> outcome.label().equals(status.outcome))
        .findFirst()
        .flatMap(
            outcome ->
                switch (outcome) {
                  case SUCCEEDED -> Optional.<String>empty();
                  case FAILED -> failed(status);
                  case ABORTED -> said(status, Phase.DONE);
                  case SUPERSEDED -> Optional.ofNullable(status.reason);
                });
  }

  /**
   * Returns the reason once the next attempt begins, which an attempt without an outcome ends by.
   *
   * @param next the generation that begins
   */
  static Optional<String> before(RolloutStatus status, long next) {
    boolean newer =
        status.currentRolloutGeneration != null && status.currentRolloutGeneration != next;
    boolean cut = status.outcome == null || Outcome.SUPERSEDED.label().equals(status.outcome);
    return cut && newer ? Optional.of("Generation %d took over.".formatted(next)) : of(status);
  }

  private static Optional<String> failed(RolloutStatus status) {
    return said(status, Phase.HALTED)
        .or(
            () -> {
              Counts counts = requireNonNullElse(status.counts, Counts.ZERO);
              List<String> parts = new ArrayList<>();
              if (counts.failed() > 0) {
                parts.add(counts.failed() + " failed");
              }
              if (counts.timeOut() > 0) {
                parts.add(counts.timeOut() + " timed out");
              }
              return parts.isEmpty()
                  ? Optional.empty()
                  : Optional.of(
                      "Of %s %s."
                          .formatted(
                              Wording.clusters(counts.clusters()), String.join(", ", parts)));
            });
  }

  /** In other phases it says what the attempt, or the next one, waits for. */
  private static Optional<String> said(RolloutStatus status, Phase phase) {
    return Optional.ofNullable(status.waitingFor)
        .filter(text -> phase.label().equals(status.phase))
        .map(FieldAdvice::without)
        .filter(text -> !text.isEmpty());
  }
}
