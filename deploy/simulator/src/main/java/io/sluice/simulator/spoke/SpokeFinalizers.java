package io.sluice.simulator.spoke;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks for one write of a replica's finalizers: on the hub's own cluster the spoke holds a policy
 * until its cluster-scoped templates are cleaned up (policy-propagation 11.4).
 */
record SpokeFinalizers(SpokeReplica replica, List<String> finalizers) {
  static final String CLEANUP = "policy.open-cluster-management.io/cleanup-cluster-scoped-policies";

  SpokeFinalizers {
    finalizers = List.copyOf(finalizers);
  }

  static Optional<SpokeFinalizers> correct(SpokeReplica replica, boolean needed) {
    // A hub refuses new finalizers on an object that is being deleted.
    if (replica.finalizers().contains(CLEANUP) == needed || needed && replica.deleting()) {
      return Optional.empty();
    }
    List<String> others = new ArrayList<>(replica.finalizers());
    others.remove(CLEANUP);
    if (needed) {
      others.add(CLEANUP);
    }
    return Optional.of(new SpokeFinalizers(replica, others));
  }
}
