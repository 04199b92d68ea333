package io.sluice.control.rollout;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.read.VersionContent;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.lifecycle.StagingWay;
import java.util.Optional;
import java.util.Set;

/**
 * Holds what replicas are judged by.
 *
 * @param way how the policy is staged
 * @param rolledOut empty when the policy is gone
 * @param selected the clusters that should have a replica as soon as it is their turn
 * @param begun those of them whose group has begun
 * @param releases whether clusters leave the override while the run is open
 * @param shown for how many clusters the status shows a verdict before their turn
 */
record VerdictBasis(
    StagingWay way,
    Optional<RolledOut> rolledOut,
    Set<String> selected,
    Set<String> begun,
    boolean releases,
    long shown) {
  VerdictBasis {
    requireNonNull(way, "way is null");
    requireNonNull(rolledOut, "rolledOut is null");
    requireNonNull(selected, "selected is null");
    requireNonNull(begun, "begun is null");
  }

  /** Nothing is judged by it. */
  static final VerdictBasis NONE =
      new VerdictBasis(StagingWay.STANDALONE, Optional.empty(), Set.of(), Set.of(), false, 0);

  /** The version that is rolled out, and its content on each cluster. */
  record RolledOut(VersionContent content, PolicyVersion version) {}
}
