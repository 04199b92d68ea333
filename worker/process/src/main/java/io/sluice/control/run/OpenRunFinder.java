package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.RolloutTarget;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the run of an open attempt, which differs once a lost one was started again
 * (rollout-strategy 3.2, "Due").
 *
 * <p>Temporal is asked at each {@link LookInterval}: the hub changes far more often than a run is
 * replaced.
 */
public final class OpenRunFinder {
  private final Runs runs;
  private final Map<RolloutTarget, Found> known = new ConcurrentHashMap<>();

  /** A run, and when Temporal was asked for it. */
  private record Found(RunKey run, Instant askedAt) {
    boolean of(String rolloutUid, long attempt) {
      return run.rolloutUid().equals(rolloutUid) && run.attempt() == attempt;
    }
  }

  public OpenRunFinder(Runs runs) {
    this.runs = requireNonNull(runs, "runs is null");
  }

  /**
   * Returns the open run of an attempt; empty when none is open.
   *
   * @throws RuntimeException when Temporal cannot be reached
   */
  public Optional<RunKey> find(RolloutTarget policy, String rolloutUid, long attempt, Instant now) {
    Optional<RunKey> asked =
        Optional.ofNullable(known.get(policy))
            .filter(found -> found.of(rolloutUid, attempt))
            .filter(found -> now.isBefore(found.askedAt().plus(LookInterval.of(known.size()))))
            .map(Found::run);
    if (asked.isPresent()) {
      return asked;
    }
    Optional<RunKey> run =
        runs.openChain(policy).map(chain -> new RunKey(rolloutUid, attempt, chain));
    run.ifPresentOrElse(
        found -> known.put(policy, new Found(found, now)), () -> known.remove(policy));
    return run;
  }

  /** Has Temporal asked anew: the attempt has ended, or its run got no message. */
  public void forget(RolloutTarget policy) {
    known.remove(policy);
  }
}
