package io.sluice.workflow;

import io.sluice.rollout.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides when the Rollout's status is written: changes that people act on at once, mere numbers
 * not more often than the settings allow.
 */
final class StatusThrottle {
  private final Duration every;
  private Optional<Progress> told = Optional.empty();
  private Instant toldAt = Instant.EPOCH;

  StatusThrottle(Duration every) {
    this.every = every;
  }

  /** When this progress is to be written; absent when it is written already. */
  Optional<Instant> dueAt(Progress progress, Instant now) {
    if (told.isEmpty() || !weight(told.get()).equals(weight(progress))) {
      return Optional.of(now);
    }
    return told.get().equals(progress) ? Optional.empty() : Optional.of(toldAt.plus(every));
  }

  void written(Progress progress, Instant now) {
    told = Optional.of(progress);
    toldAt = now;
  }

  /** What must never wait: approvals and outcomes are read back when the state was lost. */
  private static List<Object> weight(Progress progress) {
    return List.of(
        progress.phase(),
        progress.outcome(),
        progress.rolloutStatus(),
        progress.approvals(),
        progress.paused());
  }
}
