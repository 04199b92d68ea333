package io.sluice.forecast;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;

/**
 * Holds the clusters of one group that start together.
 *
 * @param group label of the group
 * @param number how many clusters start
 * @param clusters their names, or the first of them
 * @param because why they may start, in numbers
 * @param after what was waited for since the wave before
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Wave(
    Instant at,
    String group,
    int number,
    List<String> clusters,
    String because,
    List<WaitTime> after) {
  public Wave {
    requireNonNull(at, "at is null");
    requireNonNull(group, "group is null");
    clusters = List.copyOf(requireNonNullElse(clusters, List.of()));
    because = requireNonNullElse(because, "");
    after = List.copyOf(requireNonNullElse(after, List.of()));
  }

  /** Returns the wave with another reason. */
  Wave because(String reason) {
    return new Wave(at, group, number, clusters, reason, after);
  }

  /** Returns the wave with at most that many names. */
  Wave brief(int names) {
    return clusters.size() <= names
        ? this
        : new Wave(at, group, number, clusters.subList(0, names), because, after);
  }
}
