package io.sluice.workflow;

import io.sluice.rollout.Progress;
import io.sluice.workflow.HubActivities.StatusUpdate;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.Optional;

/**
 * Writes the status of the Rollout object in the background, one write at a time, as often as
 * {@link StatusThrottle} allows.
 */
final class StatusPublisher {
  private final AttemptRef attempt;
  private final HubCalls hub;
  private final SignalBuffer buffer;
  private final RequestLog requests;
  private final StatusThrottle throttle;
  private Optional<Progress> latest = Optional.empty();
  private boolean underWay;

  StatusPublisher(
      AttemptRef attempt,
      RolloutSettings settings,
      HubCalls hub,
      SignalBuffer buffer,
      RequestLog requests) {
    this.attempt = attempt;
    this.hub = hub;
    this.buffer = buffer;
    this.requests = requests;
    this.throttle = new StatusThrottle(settings.publishEvery());
  }

  /** Starts a write if one is due and none is under way; else returns when one will be due. */
  Optional<Instant> publishIfDue(Progress next, Optional<String> because) {
    latest = Optional.of(next);
    if (underWay) {
      return Optional.empty();
    }
    Instant now = RolloutRun.now();
    Optional<Instant> due =
        requests.hasUnpublished() ? Optional.of(now) : throttle.dueAt(next, now);
    if (due.filter(at -> !at.isAfter(now)).isEmpty()) {
      return due;
    }
    begin(new StatusUpdate(attempt, next, true, requests.takeUnpublished(), because));
    return Optional.empty();
  }

  private void begin(StatusUpdate update) {
    throttle.written(update.progress(), RolloutRun.now());
    underWay = true;
    hub.publish(update)
        .handle(
            (done, failure) -> {
              ended(update.progress(), failure);
              return null;
            });
  }

  private void ended(Progress written, RuntimeException failure) {
    underWay = false;
    if (failure != null) {
      buffer.failed(failure);
    } else if (!latest.equals(Optional.of(written)) || requests.hasUnpublished()) {
      buffer.wake();
    }
  }

  boolean isIdle() {
    return !underWay;
  }

  /** Waits for a write under way, and makes the last one of the run. */
  void publishLast(Progress last, Optional<String> because) {
    await();
    hub.publish(new StatusUpdate(attempt, last, false, requests.takeUnpublished(), because)).get();
  }

  void await() {
    Workflow.await(this::isIdle);
  }
}
