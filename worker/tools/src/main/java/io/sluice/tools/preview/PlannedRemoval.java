package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

/**
 * Holds one Policy in the namespace of a cluster that a worker would delete.
 *
 * @param cluster its namespace
 * @param because the reason, as the rest of a sentence
 */
public record PlannedRemoval(String cluster, String name, String because) {
  public PlannedRemoval {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(name, "name is null");
    requireNonNull(because, "because is null");
  }
}
