package io.sluice.control.run;

import io.sluice.connection.ConnectionFailure;
import io.sluice.pace.Pace;
import io.sluice.policy.RolloutTarget;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies open runs that no Rollout object names any more, until they have closed
 * (rollout-strategy 5, "Deletion"): their policy, binding or object was deleted.
 *
 * <p>A run is expected from its start on, and when Temporal lists it: it may have been orphaned
 * while no process led. Signals are repeated with a growing delay; without a worker they would pile
 * up.
 */
public final class OrphanedRuns {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanedRuns.class);

  /** A run that was just started claims its object within that time. */
  private static final Duration FIRST = Duration.ofSeconds(1);

  private static final Pace SIGNALS = Pace.between(FIRST, Duration.ofMinutes(5));

  private final Runs runs;
  private final Map<RolloutTarget, Expected> expected = new ConcurrentHashMap<>();

  /**
   * A run that may be open.
   *
   * @param signals how often it was notified
   * @param nextAt when it is notified again; absent before the first look
   */
  private record Expected(int signals, Optional<Instant> nextAt) {
    static final Expected NEW = new Expected(0, Optional.empty());
  }

  public OrphanedRuns(Runs runs) {
    this.runs = runs;
  }

  /** Remembers that a run of the policy may be open. */
  public void expect(RolloutTarget policy) {
    expected.put(policy, Expected.NEW);
  }

  /**
   * Notifies the run of a policy that no Rollout object names, if one is expected and open.
   *
   * @return when to do so again; empty when no run is open
   * @throws RuntimeException when Temporal cannot be reached
   */
  public Optional<Instant> reconcile(RolloutTarget policy, Instant now) {
    return expected.containsKey(policy) ? whileOpen(policy, now) : Optional.empty();
  }

  /**
   * Returns whether an open run blocks a new Rollout object, because its own one was deleted, and
   * notifies that run.
   *
   * <p>If Temporal is unreachable, the answer is false: the new object must exist to show that.
   */
  public boolean block(RolloutTarget policy, Instant now) {
    try {
      expected.putIfAbsent(policy, Expected.NEW);
      return whileOpen(policy, now).isPresent();
    } catch (RuntimeException e) {
      if (ConnectionFailure.temporalUnreachable(e)) {
        return false;
      }
      throw e;
    }
  }

  private Optional<Instant> whileOpen(RolloutTarget policy, Instant now) {
    if (runs.openChain(policy).isEmpty()) {
      expected.remove(policy);
      return Optional.empty();
    }
    Expected last = expected.getOrDefault(policy, Expected.NEW);
    Instant nextAt = last.nextAt().orElseGet(() -> now.plus(FIRST));
    if (last.nextAt().isEmpty()) {
      expected.put(policy, new Expected(0, Optional.of(nextAt)));
    }
    if (now.isBefore(nextAt)) {
      return Optional.of(nextAt);
    }
    if (last.signals() == 0) {
      LOG.info(
          "the open run of {} {} is asked to end: no Rollout object names it",
          policy.noun(),
          policy);
    }
    runs.signal(policy, PolicyRolloutWorkflow.POLICY_CHANGED);
    Instant again = now.plus(SIGNALS.doubled(last.signals()));
    expected.put(policy, new Expected(last.signals() + 1, Optional.of(again)));
    return Optional.of(again);
  }
}
