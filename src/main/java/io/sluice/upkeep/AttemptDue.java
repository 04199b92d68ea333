package io.sluice.upkeep;

import io.sluice.plan.FleetView;
import io.sluice.plan.RootView;
import java.util.List;
import java.util.Optional;

/**
 * Tells whether an attempt is due, and which (rollout-strategy 3.2, "Life of the workflow").
 *
 * @param number one higher than any number used before; the same where a lost run goes on
 * @param resumed UID of the attempt whose run was lost; absent for a new attempt
 * @param because what asks for it
 */
public record AttemptDue(long number, Optional<String> resumed, String because) {
  private static final List<String> RETRIED = List.of("Failed", "Aborted");

  /**
   * Judges one policy.
   *
   * @param root the policy as it is now; its settings are valid
   * @param record the Rollout object; absent when there is none, or another policy's
   * @param highestOnReplicas the highest attempt that any replica's dispatch names
   * @param runLost whether Temporal knows no open run although the object says that there is one
   */
  public static Optional<AttemptDue> judge(
      RootView root,
      Optional<RolloutRecord> record,
      FleetView fleet,
      long highestOnReplicas,
      boolean runLost) {
    if (!root.staged() || root.disabled() || !ready(fleet)) {
      return Optional.empty();
    }
    Optional<RolloutRecord> own =
        record.filter(object -> object.policyUid().equals(root.version().policyUid()));
    if (own.filter(RolloutRecord::runOpen).isPresent()) {
      return runLost ? own.map(AttemptDue::goOn) : Optional.empty();
    }
    long number = 1 + Math.max(highestOnReplicas, own.map(RolloutRecord::attempt).orElse(0L));
    return reason(root, own).map(because -> new AttemptDue(number, Optional.empty(), because));
  }

  private static AttemptDue goOn(RolloutRecord lost) {
    return new AttemptDue(
        lost.attempt(),
        Optional.of(lost.rolloutUid()),
        "its run was lost, and Temporal knows none");
  }

  private static boolean ready(FleetView fleet) {
    return fleet.incoherent().isEmpty()
        && fleet.groups().stream().anyMatch(group -> !group.clusters().isEmpty());
  }

  private static Optional<String> reason(RootView root, Optional<RolloutRecord> own) {
    if (own.isEmpty() || own.get().attempt() == 0) {
      return Optional.of("the policy was never rolled out");
    }
    RolloutRecord last = own.get();
    if (last.generation() != root.version().generation()) {
      return Optional.of(
          "generation %d of the policy is new, %d was rolled out last"
              .formatted(root.version().generation(), last.generation()));
    }
    if (!last.strategyHash().equals(root.strategyHash())) {
      return Optional.of("the rolloutStrategy was changed");
    }
    if (last.retry().filter(last.rolloutUid()::equals).isPresent()
        && last.outcome().filter(RETRIED::contains).isPresent()) {
      return Optional.of("spec.retryRollout asks to retry " + last.rolloutUid());
    }
    return Optional.empty();
  }
}
