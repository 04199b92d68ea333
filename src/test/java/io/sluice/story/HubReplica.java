package io.sluice.story;

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
record Held(
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

  Held saying(Verdict other) {
    return new Held(version, enforced, rolloutUid, attempt, as, at, made, other);
  }
}
