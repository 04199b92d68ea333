package io.sluice.policy;

import static java.util.Objects.requireNonNullElse;

import java.util.Map;

/**
 * Holds the labels, annotations and spec of a root policy at one version.
 *
 * <p>Trees are generic, so that fields unknown to Sluice reach the clusters.
 *
 * @param spec without what is deeper than {@link Nesting} allows; such a policy is refused
 */
public record PolicySnapshot(
    Map<String, String> labels, Map<String, String> annotations, Map<String, Object> spec) {
  public PolicySnapshot {
    labels = requireNonNullElse(labels, Map.of());
    annotations = requireNonNullElse(annotations, Map.of());
    spec = Nesting.limited(requireNonNullElse(spec, Map.of()));
  }

  /** Returns eight hex digits that identify a revision of the policy (rollout-strategy 5). */
  public String hash() {
    return Hashes.ofTree(Map.of("labels", labels, "annotations", annotations, "spec", spec))
        .substring(0, 8);
  }

  /** Returns the name of the ControllerRevision that stores this snapshot. */
  public String revisionName(PolicyName policy) {
    return policy.name() + "-" + hash();
  }
}
