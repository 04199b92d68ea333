package io.sluice.rollout;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/**
 * Counts the clusters of a group or fleet; each is in exactly one of the last eight numbers
 * (rollout-strategy 5).
 *
 * <p>The same numbers stand in {@code Rollout.status}, in a run's history and in {@code sluice
 * status}.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Counts(
    @JsonPropertyDescription("All clusters.") long clusters,
    @JsonPropertyDescription("Not started yet.") long toApply,
    @JsonPropertyDescription("Started, and without success so far.") long progressing,
    @JsonPropertyDescription("Successful, and watched until the soak is over.") long soaking,
    @JsonPropertyDescription("Successful for good.") long succeeded,
    @JsonPropertyDescription("Reported no success before the deadline, but a failure.") long failed,
    @JsonPropertyDescription("Reported nothing on this version before the deadline.") long timeOut,
    @JsonPropertyDescription("Joined after the end.") long newCluster,
    @JsonPropertyDescription("Do not count, by ignoreClusterRolloutStatus.") long ignored) {
  public static final Counts ZERO = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0);

  public Counts plus(Counts other) {
    return new Counts(
        clusters + other.clusters,
        toApply + other.toApply,
        progressing + other.progressing,
        soaking + other.soaking,
        succeeded + other.succeeded,
        failed + other.failed,
        timeOut + other.timeOut,
        newCluster + other.newCluster,
        ignored + other.ignored);
  }

  /** All clusters but the ignored ones. */
  public long counted() {
    return clusters - ignored;
  }

  /** Clusters that keep this version: Succeeded, or joined after the end. */
  public long done() {
    return succeeded + newCluster;
  }

  /**
   * Whether at least one cluster that counts was started. Ignored ones are no sign of it: of them
   * it is not known whether their turn has come.
   */
  public boolean begun() {
    return toApply < counted();
  }

  /** Whether no cluster is to apply, progressing or soaking. */
  public boolean finished() {
    return toApply + progressing + soaking == 0;
  }
}
