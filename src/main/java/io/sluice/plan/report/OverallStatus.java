package io.sluice.plan.report;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ClusterStatus;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import java.util.Optional;

/**
 * Finds OCM's word for a rollout as a whole (rollout-strategy 1.4): the same for the run, which
 * knows its own attempt, and for the keeper between attempts.
 *
 * <p>A word speaks of the newest version. As long as that has no attempt of its own, be it for
 * refused settings or because Temporal or a placement keeps it waiting, the outcome of a former
 * version says nothing.
 *
 * @param told whether the field is there at all: the policy is staged and enabled, and some cluster
 *     is selected
 * @param attempted whether the newest version has an attempt
 * @param refused whether the newest version's settings are refused
 * @param outcome how its attempt ended
 * @param mode what a pending cluster runs
 * @param atOnce whether nobody waits for a turn: type All, or standalone a policy that only informs
 * @param started whether its attempt has started any cluster
 */
public record OverallStatus(
    boolean told,
    boolean attempted,
    boolean refused,
    Optional<Outcome> outcome,
    PendingMode mode,
    boolean atOnce,
    boolean started) {
  public OverallStatus {
    requireNonNull(outcome, "outcome is null");
    requireNonNull(mode, "mode is null");
  }

  /** The word; absent where the policy is not rolled out to anybody (rule 1). */
  public Optional<String> word() {
    return told ? Optional.of(status().label()) : Optional.empty();
  }

  private ClusterStatus status() {
    if (!attempted && refused) {
      return ClusterStatus.TO_APPLY;
    }
    Optional<Outcome> end = outcome.filter(known -> attempted && known != Outcome.SUPERSEDED);
    if (end.isPresent()) {
      return end.get() == Outcome.SUCCEEDED ? ClusterStatus.SUCCEEDED : ClusterStatus.FAILED;
    }
    if (mode.informsFirst() || atOnce) {
      return ClusterStatus.PROGRESSING;
    }
    return attempted && started ? ClusterStatus.PROGRESSING : ClusterStatus.TO_APPLY;
  }
}
