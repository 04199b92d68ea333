package io.sluice.hub.write;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.Claim;
import io.sluice.hub.status.RolloutStatusMapper;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.lifecycle.ClaimRule;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.ClaimAnswer;
import io.sluice.workflow.HubActivities.StatusUpdate;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Writes the status of a Rollout object for a run: the claim, then every update until the run
 * closes (rollout-strategy 3.2 and 5).
 */
public final class RolloutStatusWriter {
  private static final String WARNING = "RolloutWarning";

  private final RolloutObjects rollouts;
  private final Optional<Revisions> revisions;
  private final EventRecorder events;
  private final Clock clock;

  /**
   * Writes through this client.
   *
   * @param revisions absent where OCM's propagator writes the replicas: no version is kept there
   */
  public RolloutStatusWriter(
      KubernetesClient client, Optional<Revisions> revisions, EventRecorder events, Clock clock) {
    this.rollouts = new RolloutObjects(client, events, clock);
    this.revisions = revisions;
    this.events = events;
    this.clock = clock;
  }

  public ClaimAnswer claim(AttemptRef attempt) {
    AtomicReference<ClaimRule.Decision> decision =
        new AtomicReference<>(Claim.judge(attempt, Optional.empty()));
    Optional<Revision> revision = newestOf(attempt);
    Optional<String> version =
        revisions.isPresent()
            ? revision.map(found -> found.snapshot().annotations().get(RootPolicy.VERSION))
            : rollouts.versionAnnotation(attempt.policyName(), attempt.version());
    Optional<GenericKubernetesResource> rollout =
        rollouts.update(
            attempt.policyName(),
            object -> {
              decision.set(Claim.judge(attempt, Optional.of(object)));
              return claimed(decision.get(), attempt, object, version);
            });
    Optional<String> refused =
        (rollout.isEmpty() ? Claim.judge(attempt, rollout) : decision.get()).because();
    if (refused.isPresent()) {
      return ClaimAnswer.refused(refused.get());
    }
    revision.ifPresent(
        found -> revisions.orElseThrow().claimed(attempt.policyName(), found, attempt.attempt()));
    return ClaimAnswer.held();
  }

  private Optional<Revision> newestOf(AttemptRef attempt) {
    return revisions.flatMap(kept -> kept.newestOf(attempt.policyName(), attempt.version()));
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

  public void publish(StatusUpdate update, Supplier<PolicyContext> present) {
    AttemptRef attempt = update.attempt();
    boolean succeeded =
        update.progress().outcome().filter(outcome -> outcome == Outcome.SUCCEEDED).isPresent();
    Optional<Revision> revision = succeeded ? newestOf(attempt) : Optional.empty();
    Optional<Refusal> refusal = refusal(update.progress(), present);
    Optional<GenericKubernetesResource> rollout =
        rollouts.update(
            attempt.policyName(),
            object -> {
              if (!Claim.held(attempt, object)) {
                throw Claim.lost("publish", attempt, Claim.whyLost(attempt, Optional.of(object)));
              }
              return RolloutStatusTree.open(object)
                  ? Optional.of(published(update, object, refusal, revision, present))
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

  private Map<String, Object> published(
      StatusUpdate update,
      GenericKubernetesResource object,
      Optional<Refusal> refusal,
      Optional<Revision> revision,
      Supplier<PolicyContext> present) {
    long generation = HubObjects.generation(object);
    RolloutStatusTree tree =
        RolloutStatusTree.of(
            RolloutStatusMapper.published(RolloutStatusTree.status(object), update, generation));
    if (refusal.isPresent() || reportsSettings(tree, update.progress().phase())) {
      rollouts.accepted(tree, refusal, generation);
    }
    if (approvalsChanged(tree, object)) {
      IdleStatusBuilder.approvals(tree, present.get(), generation, clock.instant());
    }
    retry(tree, update, object);
    return revision
        .map(
            kept ->
                LastSuccessfulFields.stored(
                    tree.tree(), update.attempt().policyName(), kept, generation, clock.instant()))
        .orElseGet(tree::tree);
  }

  /** Approvals are compared with the placements only after an edit: that takes many reads. */
  private static boolean approvalsChanged(
      RolloutStatusTree tree, GenericKubernetesResource object) {
    boolean edited =
        JsonTree.number(RolloutStatusTree.status(object), "observedGeneration")
            != HubObjects.generation(object);
    boolean listed = HubObjects.part(object, "spec").containsKey("decisionGroups");
    boolean reported = tree.condition(RolloutCondition.APPROVALS_MATCHED).isPresent();
    return edited && (listed || reported) || listed && !reported;
  }

  /** A halted rollout would wait with valid settings, too; a pause hides no refusal. */
  private static boolean reportsSettings(RolloutStatusTree tree, Phase phase) {
    return tree.condition(RolloutCondition.ACCEPTED).isEmpty()
        || phase != Phase.HALTED && phase != Phase.DONE;
  }

  /** The progress has only the message of a refusal; its reason is read from the hub. */
  private static Optional<Refusal> refusal(Progress progress, Supplier<PolicyContext> present) {
    if (!progress.refused()) {
      return Optional.empty();
    }
    return present.get().acceptance().flatMap(SettingsValidation::refusal);
  }

  /** A retry of an attempt that is not over does nothing, and is reported (rollout-strategy 5). */
  private void retry(
      RolloutStatusTree tree, StatusUpdate update, GenericKubernetesResource object) {
    Optional<String> wanted =
        JsonTree.text(JsonTree.map(HubObjects.part(object, "spec"), "retryRollout"), "rolloutUID");
    tree.set(
        RolloutCondition.RETRY_ACCEPTED,
        RolloutConditions.retry(
            wanted,
            update.attempt().rolloutUid(),
            RolloutStatusParser.of(object).formerUids(),
            update.progress().outcome()),
        HubObjects.generation(object),
        clock.instant());
  }
}
