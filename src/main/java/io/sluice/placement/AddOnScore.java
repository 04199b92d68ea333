package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Holds one score of an AddOnPlacementScore (placement 3.4).
 *
 * @param cluster the namespace of the object
 * @param resourceName the name of the object
 * @param validUntil absent: for ever
 */
public record AddOnScore(
    String cluster,
    String resourceName,
    String scoreName,
    int value,
    Optional<Instant> validUntil) {
  public AddOnScore {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(resourceName, "resourceName is null");
    requireNonNull(scoreName, "scoreName is null");
    requireNonNull(validUntil, "validUntil is null");
  }
}
