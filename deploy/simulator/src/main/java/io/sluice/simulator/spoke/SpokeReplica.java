package io.sluice.simulator.spoke;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;

/**
 * Holds one replica as a spoke reads it from the hub: generic trees, nothing left out that the
 * spoke copies.
 *
 * @param deleting whether the hub waits for finalizers before it lets the replica go
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
}
