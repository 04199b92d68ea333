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
 */
final class StatusThrottle {
  private Pace pace;
  private Optional<Draft> written = Optional.empty();

  /**
   * A status to write.
   *
   * @param generation the generation of the Rollout object that it answers to
   */
  record Draft(Progress progress, long generation) {}

  StatusThrottle(Duration every) {
    this.pace = Pace.every(every);
  }

  /** Returns when this status is to be written; empty when it is written already. */
  Optional<Instant> dueAt(Draft status, Instant now) {
    if (written.isEmpty() || !urgent(written.get()).equals(urgent(status))) {
      return Optional.of(now);
    }
    return written.get().equals(status) ? Optional.empty() : Optional.of(pace.next());
  }

  void written(Draft status, Instant now) {
    written = Optional.of(status);
    pace = pace.done(now);
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
