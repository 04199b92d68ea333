package io.sluice.lifecycle;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.sluice.rollout.Outcome;
import java.util.Arrays;
import java.util.Optional;

/**
 * Holds what the Rollout object remembers of the last attempt (rollout-strategy 5).
 *
 * @param policyUid UID of the policy that owns the object
 * @param attempt number of the last attempt; 0: there was none
 * @param runOpen true between claim and close
 * @param generation the policy generation that it rolled out
 * @param outcome its outcome, as the status prints it
 * @param retry {@code spec.retryRollout.rolloutUID}
 */
public record RolloutRecord(
    String policyUid,
    long attempt,
    String rolloutUid,
    boolean runOpen,
    long generation,
    String strategyHash,
    Optional<String> outcome,
    Optional<String> retry) {
  public RolloutRecord {
    requireNonNull(policyUid, "policyUid is null");
    rolloutUid = requireNonNullElse(rolloutUid, "");
    strategyHash = requireNonNullElse(strategyHash, "");
    requireNonNull(outcome, "outcome is null");
    requireNonNull(retry, "retry is null");
  }

  /** True when the last attempt ended like that. */
  public boolean ended(Outcome how) {
    return outcome.filter(how.label()::equals).isPresent();
  }

  /** How the last attempt ended; absent also for a word that no attempt ends with. */
  public Optional<Outcome> end() {
    return Arrays.stream(Outcome.values()).filter(this::ended).findFirst();
  }

  /** True when somebody wants this very attempt to be tried again. */
  public boolean asksForRetry() {
    return !rolloutUid.isEmpty() && retry.filter(rolloutUid::equals).isPresent();
  }
}
