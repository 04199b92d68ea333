package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.LabelSelector;

/**
 * Selects clusters by labels and claims, as a decision group does: both must match.
 *
 * @param claims reads {@link ManagedCluster#claims}; it has no {@code matchLabels}
 */
public record ClusterSelector(LabelSelector labels, LabelSelector claims) {
  public ClusterSelector {
    requireNonNull(labels, "labels is null");
    requireNonNull(claims, "claims is null");
  }

  public boolean matches(ManagedCluster cluster) {
    return labels.matches(cluster.labels()) && claims.matches(cluster.claims());
  }
}
