package io.sluice.rollout;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.policy.Verdict;
import java.time.Instant;

/**
 * Holds the verdict on one cluster's dispatch, derived from the report of its spoke.
 *
 * <p>Signals carry thousands of them, so the JSON has short names: at most 120 bytes each.
 *
 * @param attempt number of the attempt whose dispatch was judged
 * @param contentHash hash of the content that the replica carried when it was judged
 * @param at milliseconds since the epoch at which the report was observed
 * @param gone true: the cluster is selected, but its replica is gone (rollout-strategy 3.4); names
 *     no dispatch then
 * @param predated true: silent for new reports of the spoke that are dated before the dispatch
 * @param pending true: the replica informs until the cluster's turn; such a verdict is shown, and
 *     is never a success (rollout-strategy 6.3)
 * @param late true: OCM's propagator is late in making the replica enforce the version; silent
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record Report(
    @JsonProperty("c") @JsonAlias("cluster") String cluster,
    @JsonProperty("n") @JsonAlias("attempt") long attempt,
    @JsonProperty("hash") @JsonAlias("content") String contentHash,
    Verdict verdict,
    boolean weak,
    @JsonProperty("away") @JsonAlias("unreachable") boolean unreachable,
    long at,
    boolean gone,
    @JsonProperty("pre") boolean predated,
    @JsonProperty("inf") boolean pending,
    boolean late) {
  public Report {
    requireNonNull(cluster, "cluster is null");
    contentHash = gone ? "" : contentHash;
    requireNonNull(contentHash, "contentHash is null");
    requireNonNull(verdict, "verdict is null");
  }

  public Report(
      String cluster,
      long attempt,
      String contentHash,
      Verdict verdict,
      boolean weak,
      boolean unreachable,
      long at) {
    this(cluster, attempt, contentHash, verdict, weak, unreachable, at, false, false);
  }

  /** Holds a verdict on the dispatch of a cluster, or that its replica is gone. */
  public Report(
      String cluster,
      long attempt,
      String contentHash,
      Verdict verdict,
      boolean weak,
      boolean unreachable,
      long at,
      boolean gone,
      boolean predated) {
    this(
        cluster,
        attempt,
        contentHash,
        verdict,
        weak,
        unreachable,
        at,
        gone,
        predated,
        false,
        false);
  }

  /**
   * Reports what a replica shows that informs until the cluster's turn.
   *
   * @param contentHash the version's, if the replica has it as inform
   */
  public static Report pending(String cluster, String contentHash, Verdict verdict, Instant at) {
    return new Report(
        cluster,
        0,
        contentHash,
        verdict,
        false,
        false,
        at.toEpochMilli(),
        false,
        false,
        true,
        false);
  }

  /** Reports that a selected cluster has no replica at that instant (rollout-strategy 3.4). */
  public static Report replicaGone(String cluster, Instant at) {
    return replicaGone(cluster, false, at);
  }

  /** Reports the same of a cluster that may be unreachable. */
  public static Report replicaGone(String cluster, boolean unreachable, Instant at) {
    long instant = at.toEpochMilli();
    return new Report(cluster, 0, "", Verdict.SILENT, false, unreachable, instant, true, false);
  }

  /** Returns the same report, observed at that instant. */
  public Report asOf(Instant instant) {
    return new Report(
        cluster,
        attempt,
        contentHash,
        verdict,
        weak,
        unreachable,
        instant.toEpochMilli(),
        gone,
        predated,
        pending,
        late);
  }

  /** Returns the report that OCM's propagator is late; the replica proves nothing until then. */
  public Report notFollowed() {
    return new Report(
        cluster,
        attempt,
        contentHash,
        Verdict.SILENT,
        false,
        unreachable,
        at,
        false,
        false,
        false,
        true);
  }
}
