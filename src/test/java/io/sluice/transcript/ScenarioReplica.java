package io.sluice.transcript;

import io.sluice.policy.Dispatch;
import io.sluice.policy.Verdict;
import java.time.Instant;

/**
 * Holds the content of one replica, and the verdict of its spoke on it.
 *
 * @param enforced whether it has the action of the root; else it informs
 * @param attempt number of the attempt that its dispatch names
 * @param at instant of the dispatch
 * @param made whether this attempt created the replica
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

  ScenarioReplica withVerdict(Verdict other) {
    return new ScenarioReplica(version, enforced, rolloutUid, attempt, as, at, made, other);
  }
}
