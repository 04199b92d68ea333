package io.sluice.forecast;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * States how a cluster answers its dispatch.
 *
 * @param after how long after the dispatch it reports; absent: never
 * @param verdict what it reports
 * @param weak whether its templates prove little (rollout-strategy E4)
 */
public record ClusterAnswer(Optional<Duration> after, Verdict verdict, boolean weak) {
  /** An unreachable cluster: nothing is ever reported on its dispatch. */
  public static final ClusterAnswer OFFLINE =
      new ClusterAnswer(Optional.empty(), Verdict.SILENT, false);

  public ClusterAnswer {
    requireNonNull(after, "after is null");
    requireNonNull(verdict, "verdict is null");
    if (after.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException("a report before its dispatch: " + after.get());
    }
  }

  public static ClusterAnswer success(Duration after) {
    return new ClusterAnswer(Optional.of(after), Verdict.POSITIVE, false);
  }

  public static ClusterAnswer failure(Duration after) {
    return new ClusterAnswer(Optional.of(after), Verdict.NEGATIVE, false);
  }

  /** Returns the report with which a cluster answers, on that content. */
  public Report report(String cluster, long attempt, String contentHash, Instant at) {
    return new Report(cluster, attempt, contentHash, verdict, weak, offline(), at.toEpochMilli());
  }

  /** Returns when a cluster that was dispatched then answers; one that never does, at once. */
  public Instant at(Instant dispatched) {
    return dispatched.plus(after.orElse(Duration.ZERO));
  }

  /** Returns true if the cluster cannot be reached. */
  public boolean offline() {
    return after.isEmpty();
  }
}
