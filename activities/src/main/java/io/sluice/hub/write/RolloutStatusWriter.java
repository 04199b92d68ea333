package io.sluice.hub.write;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.Claim;
import io.sluice.hub.status.RolloutStatusMapper;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.lifecycle.ClaimRule;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import io.sluice.strategy.Refusal;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.ClaimAnswer;
import io.sluice.workflow.HubActivities.StatusUpdate;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Writes the status of a Rollout object on behalf of a run: the claim, and everything until it
 * closes (rollout-strategy 3.2 and 5).
 */
public final class RolloutStatusWriter {
  private static final String WARNING = "RolloutWarning";

  private final RolloutObjects rollouts;
  private final Revisions revisions;
  private final RolloutEvents events;
  private final Clock clock;

  public RolloutStatusWriter(KubernetesClient client, Revisions revisions, Clock clock) {
    this.rollouts = new RolloutObjects(client, clock);
    this.revisions = revisions;
    this.events = new RolloutEvents(client, clock);
    this.clock = clock;
  }

  public ClaimAnswer claim(AttemptRef attempt) {
    AtomicReference<ClaimRule.Decision> decision =
        new AtomicReference<>(Claim.judge(attempt, Optional.empty()));
    Optional<String> version =
        revisions
            .newestOf(attempt.policy(), attempt.version())
            .map(revision -> revision.snapshot().annotations().get(RootPolicy.VERSION));
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

  public void publish(StatusUpdate update, Supplier<PolicyContext> present) {
    AttemptRef attempt = update.attempt();
    boolean succeeded =
        update.progress().outcome().filter(outcome -> outcome == Outcome.SUCCEEDED).isPresent();
    Optional<Revision> revision =
        succeeded ? revisions.newestOf(attempt.policy(), attempt.version()) : Optional.empty();
    Optional<Refusal> refusal = refusal(update.progress(), present);
    Optional<GenericKubernetesResource> rollout =
        rollouts.update(
            attempt.policy(),
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
    update
        .warnings()
        .forEach(note -> events.warn(rollout.get(), WARNING, note, attempt.rolloutUid()));
  }

  /** A run's last write has landed: it may come again, any other of that run is a stray. */
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
    if (refusal.isPresent() || tellsOfSettings(tree, update.progress().phase())) {
      rollouts.accepted(tree, refusal, generation);
    }
    if (approvalsAreNews(tree, object)) {
      IdleStatusWriter.approvals(tree, present.get(), generation, clock.instant());
    }
    retry(tree, update, object);
    return revision
        .map(
            kept ->
                LastSuccessful.stored(
                    tree.tree(), update.attempt().policy(), kept, generation, clock.instant()))
        .orElseGet(tree::tree);
  }

  /** The groups are held against the placements when they are listed: that takes many reads. */
  private static boolean approvalsAreNews(
      RolloutStatusTree tree, GenericKubernetesResource object) {
    boolean edited =
        HubObjects.number(RolloutStatusTree.status(object), "observedGeneration")
            != HubObjects.generation(object);
    boolean listed = HubObjects.part(object, "spec").containsKey("decisionGroups");
    boolean told = tree.condition(RolloutCondition.APPROVALS_MATCHED).isPresent();
    return edited && (listed || told) || listed && !told;
  }

  /** Who is paused or halted would wait with valid settings too. */
  private static boolean tellsOfSettings(RolloutStatusTree tree, Phase phase) {
    return tree.condition(RolloutCondition.ACCEPTED).isEmpty()
        || phase != Phase.PAUSED && phase != Phase.HALTED && phase != Phase.DONE;
  }

  /** The progress has the message of a refusal only; its reason is asked of the hub. */
  private static Optional<Refusal> refusal(Progress progress, Supplier<PolicyContext> present) {
    if (progress.phase() != Phase.PENDING || !progress.waitingFor().startsWith(Refusal.PREFIX)) {
      return Optional.empty();
    }
    return present.get().acceptance().flatMap(SettingsValidation::refusal);
  }

  /** Rollout-strategy 5: a retry of what is not over does nothing, and says so. */
  private void retry(
      RolloutStatusTree tree, StatusUpdate update, GenericKubernetesResource object) {
    Optional<String> wanted =
        JsonTree.text(JsonTree.map(HubObjects.part(object, "spec"), "retryRollout"), "rolloutUID");
    tree.set(
        RolloutCondition.RETRY_ACCEPTED,
        RolloutConditions.retry(wanted, update.attempt().rolloutUid(), update.progress().outcome()),
        HubObjects.generation(object),
        clock.instant());
  }
}
