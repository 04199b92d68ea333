package io.sluice.simulator.spoke;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds one replica as a spoke reads it from the hub: generic trees, nothing left out that the
 * spoke copies.
 *
 * @param deleting whether the hub waits for finalizers before it removes the replica
 */
record SpokeReplica(
    String name,
    String resourceVersion,
    Map<String, String> labels,
    Map<String, String> annotations,
    List<String> finalizers,
    boolean deleting,
    Map<String, Object> spec,
    Map<String, Object> status) {
  SpokeReplica {
    requireNonNull(name, "name is null");
    requireNonNull(resourceVersion, "resourceVersion is null");
    requireNonNull(labels, "labels is null");
    requireNonNull(annotations, "annotations is null");
    requireNonNull(finalizers, "finalizers is null");
    requireNonNull(spec, "spec is null");
    requireNonNull(status, "status is null");
  }

  /** Compares what spec-sync copies after the creation (policy-propagation 11.1). */
  boolean sameContent(SpokeReplica other) {
    return annotations.equals(other.annotations) && spec.equals(other.spec);
  }

  SpokeReplica withLabels(Map<String, String> others) {
    return new SpokeReplica(
        name, resourceVersion, others, annotations, finalizers, deleting, spec, status);
  }

  /** Asks for one write: this whole status, on the replica as it was read. */
  record Report(SpokeReplica replica, Map<String, Object> status) {}

  /**
   * Asks for one write of a replica's finalizers: on the hub's own cluster the spoke keeps a policy
   * until its cluster-scoped templates are cleaned up (policy-propagation 11.4).
   */
  record Finalizers(SpokeReplica replica, List<String> finalizers) {
    static final String CLEANUP =
        "policy.open-cluster-management.io/cleanup-cluster-scoped-policies";

    /** Returns the write that a replica needs, if it has other finalizers. */
    static Optional<Finalizers> correct(SpokeReplica replica, boolean needed) {
      // A hub refuses new finalizers on an object that is being deleted.
      if (replica.finalizers().contains(CLEANUP) == needed || needed && replica.deleting()) {
        return Optional.empty();
      }
      List<String> others = new ArrayList<>(replica.finalizers());
      others.remove(CLEANUP);
      if (needed) {
        others.add(CLEANUP);
      }
      return Optional.of(new Finalizers(replica, others));
    }
  }
}
