package io.sluice.rehearsal;

import static java.util.Objects.requireNonNull;

import io.sluice.forecast.ApprovalAnswer;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Holds how clusters and people answer in a rehearsal, as options or a file state it.
 *
 * @param reportAfter how long after their dispatch clusters report; absent: as measured before
 * @param failing clusters that report a violation
 * @param offline clusters that never report
 * @param weak whether the policy's templates prove little (rollout-strategy E4)
 * @param approvals by label of the group; under {@value #OTHERS} for those that are not listed
 */
record ProfileSettings(
    Optional<TimeRange> reportAfter,
    Optional<ClusterChoice> failing,
    Optional<ClusterChoice> offline,
    Map<String, TimeRange> clusters,
    boolean weak,
    Map<String, ApprovalAnswer> approvals,
    Optional<Long> seed) {
  static final String OTHERS = "*";

  ProfileSettings {
    requireNonNull(reportAfter, "reportAfter is null");
    requireNonNull(failing, "failing is null");
    requireNonNull(offline, "offline is null");
    clusters = new TreeMap<>(clusters);
    approvals = new TreeMap<>(approvals);
    requireNonNull(seed, "seed is null");
  }

  /** Returns these settings, and those of the other where these say nothing. */
  ProfileSettings or(ProfileSettings other) {
    Map<String, ApprovalAnswer> both = new TreeMap<>(other.approvals);
    both.putAll(approvals);
    Map<String, TimeRange> times = new TreeMap<>(other.clusters);
    times.putAll(clusters);
    return new ProfileSettings(
        reportAfter.or(other::reportAfter),
        failing.or(other::failing),
        offline.or(other::offline),
        times,
        weak || other.weak,
        both,
        seed.or(other::seed));
  }
}
