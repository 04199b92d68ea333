package io.sluice.rehearsal;

import static java.util.Objects.requireNonNull;

import io.sluice.forecast.ApprovalAnswer;
import io.sluice.forecast.ForecastCheck;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Holds how clusters, people and checks answer in a rehearsal, as options or a file state it.
 *
 * @param reportAfter how long after their dispatch clusters report; absent: as measured before
 * @param failing clusters that report a violation
 * @param offline clusters that never report
 * @param weak whether the policy's templates prove little (rollout-strategy E4)
 * @param approvals by label of the group; under {@value #OTHERS} for those that are not listed
 * @param checks by name of the check, or by {@code name/group}; under {@value #OTHERS} for those
 *     that are not listed
 */
record ProfileSettings(
    Optional<TimeRange> reportAfter,
    Optional<ClusterChoice> failing,
    Optional<ClusterChoice> offline,
    Map<String, TimeRange> clusters,
    boolean weak,
    Map<String, ApprovalAnswer> approvals,
    Map<String, ForecastCheck> checks,
    Optional<Long> seed) {
  static final String OTHERS = "*";
  private static final String SEPARATOR = "/";

  ProfileSettings {
    requireNonNull(reportAfter, "reportAfter is null");
    requireNonNull(failing, "failing is null");
    requireNonNull(offline, "offline is null");
    clusters = new TreeMap<>(clusters);
    approvals = new TreeMap<>(approvals);
    checks = new TreeMap<>(checks);
    requireNonNull(seed, "seed is null");
  }

  /** Returns these settings, and those of the other where these say nothing. */
  ProfileSettings or(ProfileSettings other) {
    Map<String, ApprovalAnswer> both = new TreeMap<>(other.approvals);
    both.putAll(approvals);
    Map<String, ForecastCheck> answers = new TreeMap<>(other.checks);
    answers.putAll(checks);
    Map<String, TimeRange> times = new TreeMap<>(other.clusters);
    times.putAll(clusters);
    return new ProfileSettings(
        reportAfter.or(other::reportAfter),
        failing.or(other::failing),
        offline.or(other::offline),
        times,
        weak || other.weak,
        both,
        answers,
        seed.or(other::seed));
  }

  /** Returns what a check is answered for a group. */
  ForecastCheck check(String name, String group) {
    return Stream.of(name + SEPARATOR + group, name, OTHERS)
        .filter(checks::containsKey)
        .findFirst()
        .map(checks::get)
        .orElse(ForecastCheck.PASSED);
  }

  /** Returns the names of checks that it states, and that are not among these. */
  List<String> unknownChecks(Collection<String> known) {
    return checks.keySet().stream()
        .map(key -> key.split(SEPARATOR, 2)[0])
        .filter(name -> !name.equals(OTHERS) && !known.contains(name))
        .distinct()
        .toList();
  }
}
