package io.sluice.control.rollout;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.read.VersionContent;
import io.sluice.policy.PolicyVersion;
import java.util.Optional;
import java.util.Set;

/**
 * Holds what replicas are judged by.
 *
 * @param rolledOut empty when the policy is gone
 * @param selected the clusters that should have a replica as soon as it is their turn
 * @param begun those of them whose group has begun
 * @param releases whether clusters leave the override while the run is open
 * @param shown for how many clusters the status shows a verdict before their turn
 */
record VerdictBasis(
    Optional<RolledOut> rolledOut,
    Set<String> selected,
    Set<String> begun,
    boolean releases,
    long shown) {
  VerdictBasis {
    requireNonNull(rolledOut, "rolledOut is null");
    requireNonNull(selected, "selected is null");
    requireNonNull(begun, "begun is null");
  }

  /** The version that is rolled out, and its content on each cluster. */
  record RolledOut(VersionContent content, PolicyVersion version) {}
}
