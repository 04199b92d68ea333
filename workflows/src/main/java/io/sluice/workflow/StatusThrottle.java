package io.sluice.workflow;

import io.sluice.pace.Pace;
import io.sluice.rollout.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides when the Rollout's status is written: changes of phase, outcome, approvals or the spec at
 * once, changes of numbers not more often than the settings allow. In each group the phase changes
 * between Progressing and Soaking: that counts as a change of numbers.
 *
 * <p>Where many rollouts share a hub, a write takes long, and writes of numbers alone would make it
 * longer for all. So they take at most one part in {@value #PARTS} of the time, but the interval is
 * at most {@link #LONGEST}, unless the settings say so. As far as it is longer than that of the
 * settings a write waits as long again for a step that something else brings: a timer is two events
 * of the history and a workflow task.
 */
final class StatusThrottle {
  private static final Duration LONGEST = Duration.ofSeconds(20);
  private static final int PARTS = 10;

  private Pace pace;
  private Instant begun = Instant.MIN;
  private Duration interval;
  private Optional<Draft> written = Optional.empty();

  /**
   * A status to write.
   *
   * @param generation the generation of the Rollout object that it answers to
   */
  record Draft(Progress progress, long generation) {}

  StatusThrottle(Duration every) {
    this.pace = Pace.between(every, every.compareTo(LONGEST) < 0 ? LONGEST : every);
    this.interval = every;
  }

  /** Keeps the interval of the settings whatever a write takes, as before rules 2. */
  void fix() {
    pace = Pace.every(pace.least());
  }

  /**
   * Returns when this status is to be written, even if nothing else brings a step; empty when it is
   * written already.
   */
  Optional<Instant> dueAt(Draft status, Instant now) {
    if (written.isEmpty() || !urgent(written.get()).equals(urgent(status))) {
      return Optional.of(now);
    }
    if (written.get().equals(status)) {
      return Optional.empty();
    }
    return Optional.of(
        now.isBefore(pace.next()) ? pace.next().plus(interval.minus(pace.least())) : now);
  }

  /** Enters that a write of this status begins. */
  void begun(Draft status, Instant now) {
    written = Optional.of(status);
    begun = now;
    pace = pace.done(now, interval);
  }

  /** Enters that the write has ended. */
  void ended(Instant now) {
    interval = pace.share(Duration.between(begun, now), PARTS);
    pace = pace.done(begun, interval);
  }

  /** The parts that must not wait: approvals and outcomes are read back if the state is lost. */
  private static List<Object> urgent(Draft status) {
    Progress progress = status.progress();
    return List.of(
        status.generation(),
        progress.phase().underWay() ? "under way" : progress.phase(),
        progress.outcome(),
        progress.rolloutStatus(),
        progress.approvals(),
        progress.paused());
  }
}
