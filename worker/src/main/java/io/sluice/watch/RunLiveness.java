package io.sluice.watch;

import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds out whether a run that should be open is (rollout-strategy 3.2, "Due").
 *
 * <p>Temporal is asked now and then, and twice before a run counts as lost: it may be closing at
 * this very moment, or about to start.
 */
final class RunLiveness {
  static final Duration BETWEEN_TWO_ANSWERS = Duration.ofSeconds(10);
  static final Duration WHILE_ALL_IS_WELL = Duration.ofSeconds(15);
  private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(5);

  private final Runs runs;
  private final Map<PolicyName, Suspicion> suspicions = new ConcurrentHashMap<>();

  RunLiveness(Runs runs) {
    this.runs = runs;
  }

  /**
   * What is known of one run.
   *
   * @param missing since when Temporal knows no open run of it
   * @param losses how often it was started again
   */
  private record Suspicion(
      String rolloutUid, Instant askedAt, Optional<Instant> missing, int losses) {}

  /**
   * Asks for the run of an attempt; throws when Temporal cannot be reached.
   *
   * @return true when it is lost
   */
  boolean lost(PolicyName policy, String rolloutUid, Instant now) {
    Suspicion before = suspicions.get(policy);
    boolean known = before != null && before.rolloutUid().equals(rolloutUid);
    int losses = known ? before.losses() : 0;
    Optional<Instant> missing = known ? before.missing() : Optional.empty();
    if (known && missing.isEmpty() && now.isBefore(before.askedAt().plus(WHILE_ALL_IS_WELL))) {
      return false;
    }
    if (runs.open(policy)) {
      suspicions.put(policy, new Suspicion(rolloutUid, now, Optional.empty(), losses));
      return false;
    }
    Instant since = missing.orElse(now);
    boolean lost = !now.isBefore(since.plus(patience(losses)));
    suspicions.put(
        policy,
        new Suspicion(
            rolloutUid,
            now,
            lost ? Optional.empty() : Optional.of(since),
            lost ? losses + 1 : losses));
    return lost;
  }

  /** A run that is lost again and again, as by somebody who terminates it, is left alone longer. */
  private static Duration patience(int losses) {
    Duration patience = BETWEEN_TWO_ANSWERS.multipliedBy(1L << Math.min(losses, 6));
    return patience.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : patience;
  }

  /** When to ask again. */
  Instant next(PolicyName policy, Instant now) {
    Suspicion suspicion = suspicions.get(policy);
    return suspicion != null && suspicion.missing().isPresent()
        ? now.plus(BETWEEN_TWO_ANSWERS)
        : now.plus(WHILE_ALL_IS_WELL);
  }

  void forget(PolicyName policy) {
    suspicions.remove(policy);
  }
}
