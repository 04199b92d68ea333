package io.sluice.hub.write;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.status.Claim;
import io.sluice.hub.status.RolloutStatusMapper;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.rollout.lifecycle.ClaimRule;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.ClaimAnswer;
import io.sluice.workflow.HubActivities.StatusUpdate;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Writes the status of a Rollout object for a run, whatever it rolls out: the claim, then every
 * update until the run closes (rollout-strategy 3.2 and 5).
 */
public final class RunStatusWriter {
  private static final String WARNING = "RolloutWarning";

  private final RolloutObjects rollouts;
  private final EventRecorder events;
  private final Clock clock;

  public RunStatusWriter(RolloutObjects rollouts, EventRecorder events, Clock clock) {
    this.rollouts = requireNonNull(rollouts, "rollouts is null");
    this.events = requireNonNull(events, "events is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Writes the attempt into the object, if it is the next one.
   *
   * @param version the annotation of the version that it rolls out
   */
  public ClaimAnswer claim(AttemptRef attempt, Optional<String> version) {
    AtomicReference<ClaimRule.Decision> decision =
        new AtomicReference<>(Claim.judge(attempt, Optional.empty()));
    Optional<GenericKubernetesResource> rollout =
        rollouts.update(
            attempt.policy(),
            object -> {
              decision.set(Claim.judge(attempt, Optional.of(object)));
              return claimed(decision.get(), attempt, object, version);
            });
    return (rollout.isEmpty() ? Claim.judge(attempt, rollout) : decision.get())
        .because()
        .map(ClaimAnswer::refused)
        .orElseGet(ClaimAnswer::held);
  }

  private Optional<Map<String, Object>> claimed(
      ClaimRule.Decision decision,
      AttemptRef attempt,
      GenericKubernetesResource object,
      Optional<String> version) {
    Map<String, Object> former = RolloutStatusTree.status(object);
    return switch (decision.answer()) {
      case REFUSED -> Optional.empty();
      case GOES_ON -> Optional.of(RolloutStatusMapper.reclaimed(former));
      case BEGINS ->
          Optional.of(
              RolloutStatusMapper.claimed(
                  former, attempt, version, HubObjects.generation(object), clock.instant()));
    };
  }

  /**
   * Writes an update, and reports its warnings.
   *
   * @param seen the object as last seen, from which the write begins if it shows the open run
   * @param published returns the status that an object is to have
   */
  public void publish(
      StatusUpdate update,
      Optional<GenericKubernetesResource> seen,
      Function<GenericKubernetesResource, Map<String, Object>> published) {
    AttemptRef attempt = update.attempt();
    Optional<GenericKubernetesResource> rollout =
        rollouts.update(
            attempt.policy(),
            seen.filter(RolloutStatusTree::open).filter(object -> Claim.held(attempt, object)),
            object -> {
              if (!Claim.held(attempt, object)) {
                throw Claim.lost("publish", attempt, Claim.whyLost(attempt, Optional.of(object)));
              }
              return RolloutStatusTree.open(object)
                  ? Optional.of(published.apply(object))
                  : closed(update);
            });
    if (rollout.isEmpty()) {
      throw Claim.lost("publish", attempt, Claim.whyLost(attempt, rollout));
    }
    EventSubject subject = EventSubject.of(rollout.get());
    update.warnings().forEach(note -> events.warning(subject, WARNING, note, attempt.rolloutUid()));
  }

  /** After a run's last write only a repetition of that write is valid. */
  private static Optional<Map<String, Object>> closed(StatusUpdate update) {
    if (update.runOpen()) {
      throw Claim.lost("publish", update.attempt(), "its run has closed");
    }
    return Optional.empty();
  }
}
