package io.sluice.workflow;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Asks for something to be done with up to a hundred clusters.
 *
 * @param label the group they belong to, for people who read heartbeats and summaries
 */
public record Batch(AttemptRef attempt, String label, List<String> clusters) {
  public static final int MOST_CLUSTERS = 100;

  public Batch {
    requireNonNull(attempt, "attempt is null");
    requireNonNull(label, "label is null");
    clusters = List.copyOf(clusters);
    if (clusters.size() > MOST_CLUSTERS) {
      throw new IllegalArgumentException(
          "a batch takes %d clusters, not %d".formatted(MOST_CLUSTERS, clusters.size()));
    }
  }
}
