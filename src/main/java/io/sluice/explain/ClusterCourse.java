package io.sluice.explain;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * Explains one cluster in one attempt.
 *
 * @param course what happened to it, in order of time
 * @param present where it stands; empty if it is no member any more
 */
public record ClusterCourse(
    String cluster, List<ClusterFact> course, Optional<ClusterPresent> present) {
  public ClusterCourse {
    requireNonNull(cluster, "cluster is null");
    course = List.copyOf(course);
    requireNonNull(present, "present is null");
  }
}
