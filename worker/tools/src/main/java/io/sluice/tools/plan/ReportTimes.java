package io.sluice.tools.plan;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Replica;
import io.sluice.policy.TemplateReport;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Measures on replicas how long clusters took from their last dispatch to their report.
 *
 * @param measured by cluster
 * @param usual the median of them, or what is assumed where none is known
 */
public record ReportTimes(SortedMap<String, Duration> measured, Duration usual) {
  /** What is assumed where nothing was measured, and no deadline is near. */
  public static final Duration ASSUMED = Duration.ofMinutes(1);

  /** A report that comes later is on something that happened since. */
  private static final Duration LONGEST = Duration.ofHours(1);

  public ReportTimes {
    measured = new TreeMap<>(measured);
    requireNonNull(usual, "usual is null");
  }

  /**
   * Measures these replicas.
   *
   * @param deadline the strategy's, in half of which clusters are taken to report where nothing was
   *     measured: who chose it expects them to keep it
   */
  public static ReportTimes of(Collection<Replica> replicas, Optional<Duration> deadline) {
    SortedMap<String, Duration> measured = new TreeMap<>();
    for (Replica replica : replicas) {
      time(replica).ifPresent(time -> measured.put(replica.cluster(), time));
    }
    List<Duration> sorted = measured.values().stream().sorted().toList();
    return new ReportTimes(
        measured, sorted.isEmpty() ? assumed(deadline) : sorted.get(sorted.size() / 2));
  }

  private static Duration assumed(Optional<Duration> deadline) {
    return deadline
        .map(time -> Duration.ofSeconds(time.toSeconds() / 2))
        .filter(half -> half.compareTo(ASSUMED) < 0)
        .orElse(ASSUMED);
  }

  /** Returns the time of a cluster: its own, or the usual one. */
  public Duration of(String cluster) {
    return measured.getOrDefault(cluster, usual);
  }

  private static Optional<Duration> time(Replica replica) {
    return replica
        .ownDispatch()
        .filter(dispatch -> dispatch.as() == Dispatch.As.DISPATCHED)
        .filter(dispatch -> replica.compliant().equals(Optional.of(Compliance.COMPLIANT)))
        .map(dispatch -> dispatch.at().truncatedTo(ChronoUnit.SECONDS))
        .flatMap(
            // Clusters name whole seconds.
            dispatched -> reported(replica, dispatched).map(at -> Duration.between(dispatched, at)))
        .map(time -> Duration.ofSeconds(time.toSeconds()));
  }

  /** Returns when the last template was reported on, soon after the dispatch. */
  private static Optional<Instant> reported(Replica replica, Instant dispatched) {
    return replica.details().stream()
        .flatMap(report -> report.history().stream())
        .map(TemplateReport.Entry::lastTimestamp)
        .filter(at -> !at.isBefore(dispatched) && at.isBefore(dispatched.plus(LONGEST)))
        .max(Instant::compareTo);
  }
}
