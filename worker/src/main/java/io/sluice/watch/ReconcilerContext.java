package io.sluice.watch;

import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.util.function.BiConsumer;

/** Gathers what a keeper works with. */
record ReconcilerContext(
    HubCaches caches,
    ReplicaReconciler replicas,
    NewcomerReconciler welcoming,
    DriftCorrector holding,
    AttemptStarter starter,
    RunLiveness lost,
    OrphanedRuns orphans,
    RunNotifier messenger,
    VerdictSender post,
    BiConsumer<PolicyName, Duration> later) {
  /** Has the policy looked at again after that time. */
  void again(PolicyName policy, Duration delay) {
    later.accept(policy, delay);
  }
}
