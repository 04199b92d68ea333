package io.sluice.hub.event;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.change.StatusChange;
import io.sluice.hub.change.StatusChanges;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.Outcome;
import io.sluice.status.RolloutCondition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Records on a Rollout what a write of its status has changed: an attempt or a group starts, the
 * gate holds clusters, a group is approved, the rollout is paused, halts or ends, a request is
 * refused.
 *
 * <p>{@link StatusChanges} finds what that is. Where the status says when it was, that is the time
 * of the Event.
 */
public final class RolloutEvents {
  private final EventRecorder events;

  public RolloutEvents(EventRecorder events) {
    this.events = requireNonNull(events, "events is null");
  }

  /** Records what differs between an object as it was read, and as it was written. */
  public void written(GenericKubernetesResource former, GenericKubernetesResource present) {
    RolloutStatus after = status(present);
    Changed changed =
        new Changed(EventSubject.of(present), after, HubObjects.generation(present), events.now());
    StatusChanges.between(status(former), after)
        .forEach(change -> change.match(changed).ifPresent(events::record));
  }

  private static RolloutStatus status(GenericKubernetesResource object) {
    return RolloutStatusTree.of(RolloutStatusTree.status(object)).read();
  }

  /**
   * Words each change of one write.
   *
   * @param generation of the object, for which a refusal is recorded once
   * @param now where the status says no time
   */
  private record Changed(EventSubject subject, RolloutStatus status, long generation, Instant now)
      implements StatusChange.Cases<Occurrence> {
    @Override
    public Optional<Occurrence> refused(StatusChange.Refused change) {
      Condition condition = change.condition();
      return Optional.of(
          new Occurrence(
              subject,
              true,
              reason(condition),
              condition.getMessage(),
              now,
              Optional.of("generation " + generation)));
    }

    private static String reason(Condition condition) {
      return switch (condition.getType()) {
        case RolloutCondition.RETRY_ACCEPTED -> "RetryRefused";
        case RolloutCondition.APPROVALS_MATCHED -> "ApprovalUnmatched";
        default -> condition.getReason();
      };
    }

    @Override
    public Optional<Occurrence> attemptBegan(StatusChange.AttemptBegan change) {
      return once(
          started(),
          "RolloutStarted",
          "Attempt %d begins: generation %d."
              .formatted(status.attempt, status.currentRolloutGeneration));
    }

    @Override
    public Optional<Occurrence> clustersHeld(StatusChange.ClustersHeld change) {
      return once(now, "ClustersHeld", "The gate holds this version: %s.".formatted(change.text()));
    }

    @Override
    public Optional<Occurrence> groupApproved(StatusChange.GroupApproved change) {
      return once(approved(change.approval()), "GroupApproved", change.message());
    }

    @Override
    public Optional<Occurrence> approvalRevoked(StatusChange.ApprovalRevoked change) {
      return eachTime(now, "ApprovalRevoked", change.message());
    }

    @Override
    public Optional<Occurrence> groupStarted(StatusChange.GroupStarted change) {
      return once(now, "GroupStarted", change.message());
    }

    @Override
    public Optional<Occurrence> halted(StatusChange.Halted change) {
      return once(true, time(status.waitingSince), "RolloutHalted", change.message());
    }

    @Override
    public Optional<Occurrence> paused(StatusChange.Paused change) {
      return eachTime(time(status.waitingSince), "RolloutPaused", change.message());
    }

    @Override
    public Optional<Occurrence> resumed(StatusChange.Resumed change) {
      return eachTime(now, "RolloutResumed", change.message());
    }

    @Override
    public Optional<Occurrence> attemptEnded(StatusChange.AttemptEnded change) {
      String message =
          change.message()
              + "."
              + (status.progress == null
                  ? ""
                  : " %s clusters have the version.".formatted(status.progress));
      boolean bad =
          List.of(Outcome.FAILED.label(), Outcome.ABORTED.label()).contains(change.outcome());
      return once(bad, time(status.endedAt), "Rollout" + change.outcome(), message);
    }

    private Instant started() {
      return time(status.startedAt);
    }

    /** One that was given before, for any version, counts in this attempt from its begin. */
    private Instant approved(RolloutStatus.Approval approval) {
      Instant given = time(approval.at());
      Instant began = started();
      return status.startedAt != null && given.isBefore(began) ? began : given;
    }

    /** Returns a time of the status; now, where that does not say it. */
    private Instant time(String written) {
      return Optional.ofNullable(written).flatMap(JsonTree::instant).orElse(now);
    }

    private Optional<Occurrence> once(Instant at, String reason, String message) {
      return once(false, at, reason, message);
    }

    private Optional<Occurrence> once(boolean warning, Instant at, String reason, String message) {
      return Optional.of(
          new Occurrence(subject, warning, reason, message, at, Optional.of(status.rolloutUID)));
    }

    private Optional<Occurrence> eachTime(Instant at, String reason, String message) {
      return Optional.of(new Occurrence(subject, false, reason, message, at, Optional.empty()));
    }
  }
}
