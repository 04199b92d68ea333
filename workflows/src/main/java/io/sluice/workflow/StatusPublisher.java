package io.sluice.workflow;

import io.sluice.rollout.Ack;
import io.sluice.rollout.Progress;
import io.sluice.workflow.HubActivities.StatusUpdate;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

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
  private final Consumer<Instant> writing;

  /** Clusters whose end is to stand on the hub: those of the next write, and of the present one. */
  private final TreeSet<String> requested = new TreeSet<>();

  private final TreeSet<String> beingPublished = new TreeSet<>();
  private Optional<StatusThrottle.Draft> latest = Optional.empty();
  private boolean underWay;

  /**
   * Creates a publisher.
   *
   * @param writing is given the instant of each write before the last
   */
  StatusPublisher(
      AttemptRef attempt,
      RolloutSettings settings,
      HubCalls hub,
      SignalBuffer buffer,
      RequestLog requests,
      Consumer<Instant> writing) {
    this.attempt = attempt;
    this.hub = hub;
    this.buffer = buffer;
    this.requests = requests;
    this.throttle = new StatusThrottle(settings.publishEvery());
    this.writing = writing;
  }

  /** Keeps the interval of the settings whatever a write takes, as before rules 2. */
  void fixPace() {
    throttle.fix();
  }

  /** Requests a write for these clusters at once; its end is entered as an answer for each. */
  void request(List<String> clusters) {
    clusters.stream().filter(name -> !beingPublished.contains(name)).forEach(requested::add);
  }

  /**
   * Starts a write if one is due and none is under way; else returns when one will be due.
   *
   * @param generation the generation of the Rollout object that the status answers to
   */
  Optional<Instant> publishIfDue(Progress progress, long generation, Optional<String> because) {
    StatusThrottle.Draft next = new StatusThrottle.Draft(progress, generation);
    latest = Optional.of(next);
    if (underWay) {
      return Optional.empty();
    }
    Instant now = RolloutRun.now();
    Optional<Instant> due =
        requests.hasUnpublished() || !requested.isEmpty()
            ? Optional.of(now)
            : throttle.dueAt(next, now);
    if (due.filter(at -> !at.isAfter(now)).isEmpty()) {
      return due;
    }
    begin(next, because);
    return Optional.empty();
  }

  private void begin(StatusThrottle.Draft next, Optional<String> because) {
    Instant now = RolloutRun.now();
    throttle.begun(next, now);
    writing.accept(now);
    underWay = true;
    beingPublished.addAll(requested);
    requested.clear();
    hub.publish(
            new StatusUpdate(attempt, next.progress(), true, requests.takeUnpublished(), because))
        .handle(
            (done, failure) -> {
              ended(next, failure);
              return null;
            });
  }

  private void ended(StatusThrottle.Draft written, RuntimeException failure) {
    underWay = false;
    throttle.ended(RolloutRun.now());
    List<String> clusters = List.copyOf(beingPublished);
    beingPublished.clear();
    if (failure != null) {
      buffer.failed(failure);
      return;
    }
    buffer.acknowledged(clusters.stream().map(this::published).toList());
    if (!latest.equals(Optional.of(written)) || requests.hasUnpublished()) {
      buffer.wake();
    }
  }

  private Ack published(String cluster) {
    return Ack.written(cluster, RolloutRun.now(), attempt.attempt()).to(Ack.RequestedWrite.PUBLISH);
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
