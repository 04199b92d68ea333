package io.sluice.transcript;

import io.sluice.policy.Dispatch;
import io.sluice.policy.Verdict;
import java.time.Instant;

/**
 * What one cluster's replica carries, and what its spoke says of that.
 *
 * @param enforced whether it has the root's action; else it informs
 * @param attempt number of the attempt that its dispatch names
 * @param at instant of the dispatch
 * @param made whether this attempt made the replica
 */
record ScenarioReplica(
    long version,
    boolean enforced,
    String rolloutUid,
    long attempt,
    Dispatch.As as,
    Instant at,
    boolean made,
    Verdict verdict) {

  boolean carries(long otherVersion, boolean otherEnforced) {
    return version == otherVersion && enforced == otherEnforced;
  }

  ScenarioReplica saying(Verdict other) {
    return new ScenarioReplica(version, enforced, rolloutUid, attempt, as, at, made, other);
  }
}
