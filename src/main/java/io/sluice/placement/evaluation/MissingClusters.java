package io.sluice.placement.evaluation;

import static java.util.Objects.requireNonNull;

/**
 * Describes why a Placement has not found the clusters that it asks for (placement 7).
 *
 * @param reason of the condition PlacementSatisfied
 * @param why without a full stop
 * @param remedy what to do, without a full stop
 */
public record MissingClusters(String reason, String why, String remedy) {
  public MissingClusters {
    requireNonNull(reason, "reason is null");
    requireNonNull(why, "why is null");
    requireNonNull(remedy, "remedy is null");
  }

  /** Formats why, and what to do. */
  public String sentences() {
    return "%s. %s.".formatted(why, remedy);
  }
}
