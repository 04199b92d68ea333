package io.sluice.workflow;

import io.sluice.rollout.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides when the Rollout's status is written: changes of phase, outcome or approvals at once,
 * changes of numbers not more often than the settings allow.
 */
final class StatusThrottle {
  private final Duration every;
  private Optional<Progress> written = Optional.empty();
  private Instant writtenAt = Instant.EPOCH;

  StatusThrottle(Duration every) {
    this.every = every;
  }

  /** Returns when this progress is to be written; empty when it is written already. */
  Optional<Instant> dueAt(Progress progress, Instant now) {
    if (written.isEmpty() || !urgent(written.get()).equals(urgent(progress))) {
      return Optional.of(now);
    }
    return written.get().equals(progress) ? Optional.empty() : Optional.of(writtenAt.plus(every));
  }

  void written(Progress progress, Instant now) {
    written = Optional.of(progress);
    writtenAt = now;
  }

  /** The parts that must not wait: approvals and outcomes are read back if the state is lost. */
  private static List<Object> urgent(Progress progress) {
    return List.of(
        progress.phase(),
        progress.outcome(),
        progress.rolloutStatus(),
        progress.approvals(),
        progress.paused());
  }
}
