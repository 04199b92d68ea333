package io.sluice.control.run;

import io.sluice.pace.Pace;
import io.sluice.policy.RolloutTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Finds attempts whose run was lost (rollout-strategy 3.2, "Due"). {@link OrphanedRuns} does the
 * opposite.
 *
 * <p>Temporal is asked at each {@link LookInterval}, and twice before a run counts as lost: it may
 * be closing at this moment, or about to start. Only attended time counts in between: a process
 * that was suspended would otherwise ask only once.
 */
public final class RunLiveness {
  private static final Duration CONFIRM_AFTER = Duration.ofSeconds(10);

  /** Backs off for a run that is lost repeatedly, e.g. because a user terminates it. */
  private static final Pace LOSSES = Pace.between(CONFIRM_AFTER, Duration.ofMinutes(5));

  private final Runs runs;
  private final UnaryOperator<Instant> attended;
  private final Map<RolloutTarget, Check> checks = new ConcurrentHashMap<>();

  /**
   * Asks these runs.
   *
   * @param attended returns, for an instant, from when on all time up to now was attended
   */
  public RunLiveness(Runs runs, UnaryOperator<Instant> attended) {
    this.runs = runs;
    this.attended = attended;
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
  public boolean lost(RolloutTarget policy, String rolloutUid, Instant now) {
    Check before = checks.get(policy);
    boolean known = before != null && before.rolloutUid().equals(rolloutUid);
    int losses = known ? before.losses() : 0;
    Optional<Instant> missing = known ? before.missingSince() : Optional.empty();
    if (known && missing.isEmpty() && now.isBefore(before.checkedAt().plus(interval()))) {
      return false;
    }
    if (runs.openChain(policy).isPresent()) {
      checks.put(policy, new Check(rolloutUid, now, Optional.empty(), losses));
      return false;
    }
    Instant since = missing.orElse(now);
    boolean lost = !now.isBefore(attended.apply(since).plus(LOSSES.doubled(losses)));
    checks.put(
        policy,
        new Check(
            rolloutUid,
            now,
            lost ? Optional.empty() : Optional.of(since),
            lost ? losses + 1 : losses));
    return lost;
  }

  /** When to check again. */
  public Instant nextCheck(RolloutTarget policy, Instant now) {
    Check check = checks.get(policy);
    return check != null && check.missingSince().isPresent()
        ? now.plus(CONFIRM_AFTER)
        : now.plus(interval());
  }

  private Duration interval() {
    return LookInterval.of(checks.size());
  }

  public void forget(RolloutTarget policy) {
    checks.remove(policy);
  }
}
