package io.sluice.tools.status;

import io.sluice.connection.TemporalProfile;
import io.sluice.hub.status.ReplayedStatus;
import io.sluice.replay.AttemptReplayer;
import io.sluice.replay.ReplayedStep;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Intent;
import io.sluice.tools.course.HistoryStore;
import io.sluice.tools.course.RecordedAttempt;
import io.sluice.tools.option.CliFailure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads where a rollout stood at a past instant, from the history of its attempt. */
final class PastStatusReader {
  private final TemporalProfile profile;

  PastStatusReader(TemporalProfile profile) {
    this.profile = profile;
  }

  /**
   * Returns the status as the run saw it at its last step before.
   *
   * @throws CliFailure if no attempt had begun then, or Temporal does not keep it any more
   */
  StatusView read(StatusSubject subject, Instant instant) {
    ReplayedStep step = step(subject, instant);
    AttemptSpec spec = step.step().state().spec();
    Intent intent = step.seen().hub().intent();
    return new StatusView(
        subject,
        spec.version().generation(),
        false,
        Optional.of(spec.strategy().type().toString()),
        intent.paused() ? Optional.of(StatusView.UNKNOWN) : Optional.empty(),
        List.of(),
        List.of(),
        ReplayedStatus.of(step));
  }

  private ReplayedStep step(StatusSubject subject, Instant instant) {
    try (HistoryStore store = HistoryStore.open(profile)) {
      RecordedAttempt attempt =
          store.at(subject.target(), instant).orElseThrow(() -> missing(subject, instant));
      LastStep last = new LastStep(instant);
      new AttemptReplayer(profile.payloadKeys()).replay(attempt.chain(), last::follow);
      return last.found().orElseThrow(() -> notBegun(subject, instant, attempt));
    }
  }

  private static String act(StatusSubject subject, Instant instant) {
    return "Cannot show %s as it was at %s".formatted(subject.title(), instant);
  }

  private CliFailure missing(StatusSubject subject, Instant instant) {
    return new CliFailure(
        "%s: Temporal keeps no attempt in namespace %s that had begun by then. Name a later instant, or another Temporal namespace."
            .formatted(act(subject, instant), profile.namespace()));
  }

  private static CliFailure notBegun(
      StatusSubject subject, Instant instant, RecordedAttempt attempt) {
    return new CliFailure(
        "%s: attempt %d took its first step later. Name a later instant."
            .formatted(act(subject, instant), attempt.number()));
  }

  /** Keeps the last step that is not after an instant. */
  private static final class LastStep {
    private final Instant instant;
    private Optional<ReplayedStep> found = Optional.empty();

    private LastStep(Instant instant) {
      this.instant = instant;
    }

    private void follow(ReplayedStep step) {
      if (!step.at().isAfter(instant)) {
        found = Optional.of(step);
      }
    }

    private Optional<ReplayedStep> found() {
      return found;
    }
  }
}
