package io.sluice.tools.explain;

import static java.util.Objects.requireNonNull;

import io.sluice.explain.ClusterCourse;
import io.sluice.tools.status.StatusSubject;
import java.time.Instant;
import java.util.Optional;

/**
 * Holds what {@code sluice why} shows of one cluster.
 *
 * @param attempt the attempt that is explained; empty if the policy was never rolled out
 * @param former how that attempt ended, if it is not the newest
 * @param explanation from Temporal's history; empty if that is not at hand
 * @param note what is missing, and why
 */
public record ClusterReport(
    StatusSubject subject,
    String cluster,
    Optional<Long> attempt,
    Optional<String> former,
    Optional<ClusterCourse> explanation,
    HubCluster hub,
    Optional<String> note,
    Instant now) {
  public ClusterReport {
    requireNonNull(subject, "subject is null");
    requireNonNull(cluster, "cluster is null");
    requireNonNull(attempt, "attempt is null");
    requireNonNull(former, "former is null");
    requireNonNull(explanation, "explanation is null");
    requireNonNull(hub, "hub is null");
    requireNonNull(note, "note is null");
    requireNonNull(now, "now is null");
  }

  /** Returns whether anything was rolled out that could be explained. */
  public boolean rolledOut() {
    return attempt.isPresent();
  }
}
