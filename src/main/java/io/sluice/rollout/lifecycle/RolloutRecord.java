package io.sluice.rollout.lifecycle;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.sluice.fleet.ClusterStatus;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.RootView;
import io.sluice.rollout.strategy.EffectiveStrategy;
import java.util.Arrays;
import java.util.Optional;

/**
 * Holds what the Rollout object reports of the last attempt (rollout-strategy 5).
 *
 * @param policyUid UID of the policy that owns the object
 * @param attempt number of the last attempt; 0 if there was none
 * @param runOpen true between claim and close
 * @param generation the policy generation that the attempt rolled out
 * @param outcome its outcome, as the status prints it
 * @param retry {@code spec.retryRollout.rolloutUID}
 * @param failedOnly whether a retry keeps the clusters that have succeeded
 */
public record RolloutRecord(
    String policyUid,
    long attempt,
    String rolloutUid,
    boolean runOpen,
    long generation,
    String strategyHash,
    Optional<String> outcome,
    Optional<String> retry,
    boolean failedOnly) {
  public RolloutRecord {
    requireNonNull(policyUid, "policyUid is null");
    rolloutUid = requireNonNullElse(rolloutUid, "");
    strategyHash = requireNonNullElse(strategyHash, "");
    requireNonNull(outcome, "outcome is null");
    requireNonNull(retry, "retry is null");
  }

  public RolloutRecord(
      String policyUid,
      long attempt,
      String rolloutUid,
      boolean runOpen,
      long generation,
      String strategyHash,
      Optional<String> outcome,
      Optional<String> retry) {
    this(policyUid, attempt, rolloutUid, runOpen, generation, strategyHash, outcome, retry, false);
  }

  /**
   * True when the last attempt is one of the present version and strategy. Else neither its status
   * nor what the clusters answered to it is that of the newest version (rollout-strategy 1.4).
   */
  public boolean attempted(RootView root) {
    return !rolloutUid.isEmpty()
        && generation == root.version().generation()
        && ofStrategy(root)
        && !ended(Outcome.SUPERSEDED);
  }

  /** True when the last attempt is one of the present strategy and targeting. */
  boolean ofStrategy(RootView root) {
    return EffectiveStrategy.covers(strategyHash, root.strategyHash());
  }

  /** True when the last attempt ended with this outcome. */
  public boolean ended(Outcome expected) {
    return outcome.filter(expected.label()::equals).isPresent();
  }

  /** Returns the record once the run of this attempt has ended. */
  public RolloutRecord closed() {
    return new RolloutRecord(
        policyUid, attempt, rolloutUid, false, generation, strategyHash, outcome, retry);
  }

  /** Parses the outcome; empty also for an unknown one. */
  public Optional<Outcome> end() {
    return Arrays.stream(Outcome.values()).filter(this::ended).findFirst();
  }

  /**
   * True when a breach of the last attempt took this write back by deleting the replica: its own
   * dispatch had created it, and the cluster timed out (rollout-strategy 3.6). A replica of such a
   * cluster that was deleted manually looks the same; it counts as one that was never seen.
   *
   * @param last the dispatch that the replica named before it was deleted
   * @param status what the object reports of its cluster
   */
  public boolean deletedByBreach(Dispatch last, Optional<ClusterStatus> status) {
    return ended(Outcome.FAILED)
        && last.created()
        && last.is(rolloutUid, attempt, Dispatch.As.DISPATCHED)
        && status.equals(Optional.of(ClusterStatus.TIME_OUT));
  }

  /** True when the spec requests a retry of this attempt. */
  boolean retryRequested() {
    return !rolloutUid.isEmpty() && retry.filter(rolloutUid::equals).isPresent();
  }
}
