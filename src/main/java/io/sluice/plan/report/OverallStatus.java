package io.sluice.plan.report;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ClusterStatus;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import java.util.Optional;

/**
 * Derives OCM's status of a whole rollout (rollout-strategy 1.4), for the run and, between
 * attempts, for the reconciler of the policy.
 *
 * <p>The status is that of the newest version. While that has no attempt, because its settings are
 * rejected or Temporal or a placement delays it, the outcome of a former version does not count.
 *
 * @param shown whether there is a status: the policy is staged and enabled, and selects a cluster
 * @param attempted whether the newest version has an attempt
 * @param refused whether the newest version's settings are rejected
 * @param outcome outcome of its attempt
 * @param mode what a pending cluster runs
 * @param atOnce whether all clusters start at once: type All, or standalone a policy that only
 *     informs
 * @param started whether its attempt has started any cluster
 */
public record OverallStatus(
    boolean shown,
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

  /** Returns the status; absent if the policy is rolled out to no cluster (rule 1). */
  public Optional<String> label() {
    return shown ? Optional.of(status().label()) : Optional.empty();
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
