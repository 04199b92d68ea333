package io.sluice.hub.write;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusMapper;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.status.RolloutCondition;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.ClaimAnswer;
import io.sluice.workflow.HubActivities.StatusUpdate;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes the status of a policy's Rollout object for a run: adds what only policies have to what
 * {@link RunStatusWriter} writes for every attempt (rollout-strategy 3.2 and 5).
 */
public final class RolloutStatusWriter {
  private final RolloutObjects rollouts;
  private final RunStatusWriter writer;
  private final Optional<Revisions> revisions;
  private final Clock clock;

  /**
   * Writes through these objects.
   *
   * @param revisions absent where OCM's propagator writes the replicas: no version is kept there
   */
  public RolloutStatusWriter(
      RolloutObjects rollouts, Optional<Revisions> revisions, EventRecorder events, Clock clock) {
    this.rollouts = requireNonNull(rollouts, "rollouts is null");
    this.writer = new RunStatusWriter(rollouts, events, clock);
    this.revisions = revisions;
    this.clock = clock;
  }

  public ClaimAnswer claim(AttemptRef attempt) {
    Optional<Revision> revision = newestOf(attempt);
    Optional<String> version =
        revisions.isPresent()
            ? revision.map(found -> found.snapshot().annotations().get(RootPolicy.VERSION))
            : rollouts.versionAnnotation(attempt.policyName(), attempt.version());
    ClaimAnswer answer = writer.claim(attempt, version);
    if (answer.granted()) {
      revision.ifPresent(
          found -> revisions.orElseThrow().claimed(attempt.policyName(), found, attempt.attempt()));
    }
    return answer;
  }

  private Optional<Revision> newestOf(AttemptRef attempt) {
    return revisions.flatMap(kept -> kept.newestOf(attempt.policyName(), attempt.version()));
  }

  /**
   * Writes an update.
   *
   * @param seen the object as this process last saw it: a write that begins from it saves a read
   * @param present reads the policy, where that is needed
   */
  public void publish(
      StatusUpdate update,
      Optional<GenericKubernetesResource> seen,
      Supplier<PolicyContext> present) {
    AttemptRef attempt = update.attempt();
    boolean succeeded =
        update.progress().outcome().filter(outcome -> outcome == Outcome.SUCCEEDED).isPresent();
    Optional<Revision> revision = succeeded ? newestOf(attempt) : Optional.empty();
    Optional<Refusal> refusal = refusal(update.progress(), present);
    writer.publish(update, seen, object -> published(update, object, refusal, revision, present));
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
    tree.set(
        RolloutCondition.RETRY_ACCEPTED,
        RolloutStatusParser.of(object)
            .retryAccepted(update.attempt().rolloutUid(), update.progress().outcome()),
        generation,
        clock.instant());
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
    boolean named = !RolloutSpecReader.of(object).namedGroups().isEmpty();
    boolean reported = tree.condition(RolloutCondition.APPROVALS_MATCHED).isPresent();
    return edited && (named || reported) || named && !reported;
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
}
