package io.sluice.watch;

import io.sluice.policy.PolicyName;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks that Rollout objects and open runs match: finds attempts whose run was lost
 * (rollout-strategy 3.2, "Due"), and runs whose object was deleted (5, "Deletion").
 *
 * <p>Temporal is asked every 15 s, and twice before a run counts as lost: it may be closing at this
 * moment, or about to start.
 */
final class RunLiveness {
  private static final Duration CONFIRM_AFTER = Duration.ofSeconds(10);
  private static final Duration CHECK_EVERY = Duration.ofSeconds(15);
  private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(5);

  private final Runs runs;
  private final Map<PolicyName, Check> checks = new ConcurrentHashMap<>();
  private final Set<PolicyName> orphaned = ConcurrentHashMap.newKeySet();

  RunLiveness(Runs runs) {
    this.runs = runs;
  }

  /**
   * The last check of one run.
   *
   * @param missingSince when Temporal first reported no open run
   * @param losses how often the run was started again
   */
  private record Check(
      String rolloutUid, Instant checkedAt, Optional<Instant> missingSince, int losses) {}

  /**
   * Asks Temporal for the run of an attempt, unless it did so lately.
   *
   * @return true when the run is lost
   * @throws RuntimeException when Temporal cannot be reached
   */
  boolean lost(PolicyName policy, String rolloutUid, Instant now) {
    Check before = checks.get(policy);
    boolean known = before != null && before.rolloutUid().equals(rolloutUid);
    int losses = known ? before.losses() : 0;
    Optional<Instant> missing = known ? before.missingSince() : Optional.empty();
    if (known && missing.isEmpty() && now.isBefore(before.checkedAt().plus(CHECK_EVERY))) {
      return false;
    }
    if (runs.open(policy)) {
      checks.put(policy, new Check(rolloutUid, now, Optional.empty(), losses));
      return false;
    }
    Instant since = missing.orElse(now);
    boolean lost = !now.isBefore(since.plus(confirmAfter(losses)));
    checks.put(
        policy,
        new Check(
            rolloutUid,
            now,
            lost ? Optional.empty() : Optional.of(since),
            lost ? losses + 1 : losses));
    return lost;
  }

  /** Backs off for a run that is lost repeatedly, e.g. because a user terminates it. */
  private static Duration confirmAfter(int losses) {
    Duration delay = CONFIRM_AFTER.multipliedBy(1L << Math.min(losses, 6));
    return delay.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : delay;
  }

  /** When to check again. */
  Instant nextCheck(PolicyName policy, Instant now) {
    Check check = checks.get(policy);
    return check != null && check.missingSince().isPresent()
        ? now.plus(CONFIRM_AFTER)
        : now.plus(CHECK_EVERY);
  }

  void forget(PolicyName policy) {
    checks.remove(policy);
  }

  /**
   * Whether an open run blocks a new Rollout object, because its own one was deleted. The run is
   * signalled once: without a worker its signals would pile up.
   *
   * <p>If Temporal is unreachable, the answer is false: the new object must exist to show that.
   */
  boolean orphanedRunOpen(PolicyName policy) {
    if (!openIfReachable(policy)) {
      orphaned.remove(policy);
      return false;
    }
    if (orphaned.add(policy)) {
      runs.signal(policy, PolicyRolloutWorkflow.ROLLOUT_CHANGED);
    }
    return true;
  }

  private boolean openIfReachable(PolicyName policy) {
    try {
      return runs.open(policy);
    } catch (RuntimeException e) {
      if (Runs.temporalUnreachable(e)) {
        return false;
      }
      throw e;
    }
  }
}
