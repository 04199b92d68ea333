package io.sluice.hub.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.status.RolloutStatusMapper;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.hub.write.RunStatusWriter;
import io.sluice.policy.BindingName;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.lifecycle.DueDecision;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.status.EndedAttemptStatus;
import io.sluice.status.IdleStatus;
import io.sluice.status.NewcomerApprovals;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import io.sluice.template.work.SettledIntent;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.ClaimAnswer;
import io.sluice.workflow.HubActivities.StatusUpdate;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the Rollout objects of bindings (lazy-activation 3): the controller creates and deletes
 * them, a run writes the status from its claim to its end, as for policies.
 */
public final class BindingRollouts {
  private static final List<String> SETTLED = List.of("lastSuccessful");

  private final HubApi hub;
  private final RolloutObjects objects;
  private final RunStatusWriter writer;
  private final Clock clock;

  public BindingRollouts(
      KubernetesClient client, RolloutObjects objects, EventRecorder events, Clock clock) {
    this.hub = new HubApi(client);
    this.objects = requireNonNull(objects, "objects is null");
    this.writer = new RunStatusWriter(objects, events, clock);
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Returns whether an object belongs to a binding that is gone. */
  public static boolean stale(GenericKubernetesResource rollout, String bindingUid) {
    return !OwnerReferences.mayBe(rollout, bindingUid);
  }

  /**
   * Creates the object of a binding, with the number of the last attempt.
   *
   * @param settled what succeeded before there was an object
   */
  public GenericKubernetesResource create(
      BindingName name,
      GenericKubernetesResource binding,
      long number,
      Optional<SettledIntent> settled) {
    GenericKubernetesResource fresh =
        HubObjects.object(
            Kinds.ROLLOUT,
            new ObjectMetaBuilder()
                .withNamespace(name.namespace())
                .withName(name.rolloutName())
                .withOwnerReferences(
                    new OwnerReferenceBuilder()
                        .withApiVersion(binding.getApiVersion())
                        .withKind(binding.getKind())
                        .withName(binding.getMetadata().getName())
                        .withUid(binding.getMetadata().getUid())
                        .build())
                .build());
    return begun(hub.create(Kinds.ROLLOUT, fresh), number, settled);
  }

  /** Gives an object without a number that of the last attempt, so that the next can claim it. */
  public GenericKubernetesResource begun(
      GenericKubernetesResource rollout, long number, Optional<SettledIntent> settled) {
    return objects.numbered(
        rollout, number, tree -> settled.map(former -> settle(tree, former)).orElse(tree));
  }

  private static RolloutStatusTree settle(RolloutStatusTree tree, SettledIntent intent) {
    RolloutStatus status = new RolloutStatus();
    status.lastSuccessful = intent.tree();
    return tree.set(status, SETTLED);
  }

  public void delete(GenericKubernetesResource rollout) {
    hub.delete(Kinds.ROLLOUT, rollout);
  }

  /** Writes the attempt into the object, if it is the next one (rollout-strategy 3.2). */
  public ClaimAnswer claim(AttemptRef attempt) {
    return writer.claim(attempt, Optional.empty());
  }

  /** Writes the status for a run. */
  public void publish(StatusUpdate update, BindingContext context) {
    writer.publish(update, context.rollout(), object -> published(update, context, object));
  }

  private Map<String, Object> published(
      StatusUpdate update, BindingContext context, GenericKubernetesResource object) {
    RolloutStatusTree tree =
        RolloutStatusTree.of(
            RolloutStatusMapper.published(
                RolloutStatusTree.status(object), update, HubObjects.generation(object)));
    conditions(tree, context, object, RolloutStatusParser.of(object), update.progress().outcome());
    boolean settled =
        update.progress().outcome().equals(Optional.of(Outcome.SUCCEEDED))
            && context.version().equals(Optional.of(update.attempt().version()));
    if (settled) {
      context.state().flatMap(SettledIntent::of).ifPresent(intent -> settle(tree, intent));
    }
    return tree.tree();
  }

  private void conditions(
      RolloutStatusTree tree,
      BindingContext context,
      GenericKubernetesResource object,
      RolloutStatusParser parsed,
      Optional<Outcome> outcome) {
    long generation = HubObjects.generation(object);
    tree.set(
        RolloutCondition.ACCEPTED,
        context.settings().map(found -> RolloutConditions.accepted(found.refusal())),
        generation,
        clock.instant());
    tree.set(
        RolloutCondition.RETRY_ACCEPTED,
        parsed.retryAccepted(parsed.rolloutUid(), outcome),
        generation,
        clock.instant());
    tree.set(
        RolloutCondition.APPROVALS_MATCHED,
        RolloutConditions.approvals(
            RolloutSpecReader.of(object).groupsByField(),
            context.clusters().declared(),
            "no groupStrategy of its policy"),
        generation,
        clock.instant());
  }

  /**
   * Writes the status while no run is open.
   *
   * @param context with the object as last seen: the hub is called only if the status would change
   * @param unapproved the newcomers that wait for an approval
   */
  public void writeIdle(
      BindingContext context,
      DueInput input,
      DueDecision due,
      Optional<NewcomerApprovals.Waiting> unapproved) {
    String uid = input.root().version().policyUid();
    objects.writeIdleStatus(
        context.rollout().orElseThrow(),
        context.name(),
        uid,
        (object, now) -> idle(context, object, uid, input, due, unapproved, now));
  }

  private Map<String, Object> idle(
      BindingContext context,
      GenericKubernetesResource object,
      String uid,
      DueInput input,
      DueDecision due,
      Optional<NewcomerApprovals.Waiting> unapproved,
      Instant now) {
    RolloutStatusParser parsed = RolloutStatusParser.of(object);
    IdleStatus.LastAttempt last = parsed.last(uid);
    RolloutStatusTree tree =
        RolloutStatusMapper.idle(
            RolloutStatusTree.status(object),
            IdleStatus.of(input, due, last).before(unapproved),
            HubObjects.generation(object));
    conditions(tree, context, object, parsed, last.record().end());
    if (last.record().generation() == input.root().version().generation()) {
      BindingClusters clusters = context.clusters();
      parsed
          .ended()
          .map(
              ended ->
                  EndedAttemptStatus.of(
                      ended, clusters.fleet(), context.name(), clusters.ended(now), now))
          .ifPresent(after -> RolloutStatusMapper.ended(tree, after));
    }
    return tree.tree();
  }
}
