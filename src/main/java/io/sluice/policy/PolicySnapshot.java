package io.sluice.policy;

import static java.util.Objects.requireNonNullElse;

import java.util.Map;

/**
 * Holds a root policy's labels, annotations and spec as they were for one version.
 *
 * <p>Trees are generic, so that fields unknown to Sluice survive on their way to the clusters.
 */
public record PolicySnapshot(
    Map<String, String> labels, Map<String, String> annotations, Map<String, Object> spec) {
  public PolicySnapshot {
    labels = requireNonNullElse(labels, Map.of());
    annotations = requireNonNullElse(annotations, Map.of());
    spec = requireNonNullElse(spec, Map.of());
  }

  /** Eight hex digits by which revisions of one policy are told apart (rollout-strategy 5). */
  public String hash() {
    return Hashes.ofTree(Map.of("labels", labels, "annotations", annotations, "spec", spec))
        .substring(0, 8);
  }

  /** The name of the ControllerRevision that keeps this snapshot. */
  public String revisionName(PolicyName policy) {
    return policy.name() + "-" + hash();
  }
}
