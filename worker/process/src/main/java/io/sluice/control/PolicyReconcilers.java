package io.sluice.control;

import static java.util.Objects.requireNonNull;

import io.sluice.control.policy.PolicySetReconciler;
import io.sluice.control.policy.RootStatusReconciler;
import io.sluice.control.rollout.AttendedTime;
import io.sluice.control.rollout.PolicyPass;
import io.sluice.control.rollout.RunNotifier;
import io.sluice.control.rollout.VerdictSender;
import io.sluice.control.run.OrphanedRuns;
import io.sluice.hub.write.ReplicaStatusPublisher;
import io.sluice.process.metrics.TermMetrics;
import java.util.Optional;

/**
 * Holds what a {@link PolicyController} runs during one term; {@link PolicyReconcilerBuilder} wires
 * it.
 *
 * @param policies reconciles a policy
 * @param runs notifies the open run of a policy
 * @param verdicts sends open runs what replicas report
 * @param rootStatuses writes the status of a policy
 * @param replicaStatuses shows the status of each cluster on its replica; absent unless that is
 *     asked for
 * @param policySets writes the statuses of the PolicySets of a namespace
 * @param orphans which runs are expected, and which of them nothing names any more
 * @param attended since when this process watches the hub without a gap
 */
record PolicyReconcilers(
    PolicyPass policies,
    RunNotifier runs,
    VerdictSender verdicts,
    RootStatusReconciler rootStatuses,
    Optional<ReplicaStatusPublisher> replicaStatuses,
    PolicySetReconciler policySets,
    OrphanedRuns orphans,
    AttendedTime attended,
    TermMetrics metrics)
    implements AutoCloseable {
  PolicyReconcilers {
    requireNonNull(policies, "policies is null");
    requireNonNull(runs, "runs is null");
    requireNonNull(verdicts, "verdicts is null");
    requireNonNull(rootStatuses, "rootStatuses is null");
    requireNonNull(replicaStatuses, "replicaStatuses is null");
    requireNonNull(policySets, "policySets is null");
    requireNonNull(orphans, "orphans is null");
    requireNonNull(attended, "attended is null");
    requireNonNull(metrics, "metrics is null");
  }

  /** Closes them; the queues that run them are closed before. */
  @Override
  public void close() {
    replicaStatuses.ifPresent(ReplicaStatusPublisher::close);
    verdicts.close();
    attended.close();
  }
}
