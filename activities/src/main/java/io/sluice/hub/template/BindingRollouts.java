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
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.status.Claim;
import io.sluice.hub.status.DerivedStatus;
import io.sluice.hub.status.RolloutStatusMapper;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.BindingName;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.lifecycle.ClaimRule;
import io.sluice.rollout.lifecycle.DueDecision;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.RolloutRecord;
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
import java.util.concurrent.atomic.AtomicReference;

/**
 * Writes the Rollout objects of bindings (lazy-activation 3): the controller creates and deletes
 * them, a run writes the status from its claim to its end, as for policies.
 */
public final class BindingRollouts {
  private static final List<String> SETTLED = List.of("lastSuccessful");

  private final HubApi hub;
  private final RolloutObjects objects;
  private final EventRecorder events;
  private final Clock clock;

  public BindingRollouts(KubernetesClient client, EventRecorder events, Clock clock) {
    this.hub = new HubApi(client);
    this.objects = new RolloutObjects(client, events, clock);
    this.events = requireNonNull(events, "events is null");
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
    RolloutStatus status = new RolloutStatus();
    status.attempt = number;
    status.phase = Phase.PENDING.label();
    status.waitingFor = "Waiting for the first attempt to begin.";
    RolloutStatusTree tree =
        RolloutStatusTree.of(RolloutStatusTree.status(rollout))
            .set(status, List.of("attempt", "phase", "waitingFor"));
    settled.ifPresent(former -> settle(tree, former));
    rollout.setAdditionalProperty(
        "status", DerivedStatus.of(rollout, tree.tree(), clock.instant()));
    return hub.updateStatus(Kinds.ROLLOUT, rollout);
  }

  private static void settle(RolloutStatusTree tree, SettledIntent intent) {
    RolloutStatus status = new RolloutStatus();
    status.lastSuccessful = intent.tree();
    tree.set(status, SETTLED);
  }

  public void delete(GenericKubernetesResource rollout) {
    hub.delete(Kinds.ROLLOUT, rollout);
  }

  /** Writes the attempt into the object, if it is the next one (rollout-strategy 3.2). */
  public ClaimAnswer claim(AttemptRef attempt) {
    AtomicReference<ClaimRule.Decision> decision =
        new AtomicReference<>(Claim.judge(attempt, Optional.empty()));
    Optional<GenericKubernetesResource> rollout =
        objects.update(
            attempt.policy(),
            object -> {
              decision.set(Claim.judge(attempt, Optional.of(object)));
              return claimed(decision.get(), attempt, object);
            });
    return (rollout.isEmpty() ? Claim.judge(attempt, rollout) : decision.get())
        .because()
        .map(ClaimAnswer::refused)
        .orElseGet(ClaimAnswer::held);
  }

  private Optional<Map<String, Object>> claimed(
      ClaimRule.Decision decision, AttemptRef attempt, GenericKubernetesResource object) {
    Map<String, Object> former = RolloutStatusTree.status(object);
    return switch (decision.answer()) {
      case REFUSED -> Optional.empty();
      case GOES_ON -> Optional.of(RolloutStatusMapper.reclaimed(former));
      case BEGINS ->
          Optional.of(
              RolloutStatusMapper.claimed(
                  former,
                  attempt,
                  Optional.empty(),
                  HubObjects.generation(object),
                  clock.instant()));
    };
  }

  /** Writes the status for a run. */
  public void publish(StatusUpdate update, BindingContext context) {
    AttemptRef attempt = update.attempt();
    Optional<GenericKubernetesResource> rollout =
        objects.update(
            attempt.policy(),
            object -> {
              if (!Claim.held(attempt, object)) {
                throw Claim.lost("publish", attempt, Claim.whyLost(attempt, Optional.of(object)));
              }
              if (RolloutStatusTree.open(object)) {
                return Optional.of(published(update, context, object));
              }
              if (update.runOpen()) {
                throw Claim.lost("publish", attempt, "its run has closed");
              }
              return Optional.empty();
            });
    if (rollout.isEmpty()) {
      throw Claim.lost("publish", attempt, Claim.whyLost(attempt, rollout));
    }
    EventSubject subject = EventSubject.of(rollout.get());
    update
        .warnings()
        .forEach(note -> events.warning(subject, "RolloutWarning", note, attempt.rolloutUid()));
  }

  private Map<String, Object> published(
      StatusUpdate update, BindingContext context, GenericKubernetesResource object) {
    RolloutStatusTree tree =
        RolloutStatusTree.of(
            RolloutStatusMapper.published(
                RolloutStatusTree.status(object), update, HubObjects.generation(object)));
    conditions(tree, context, object, update.progress().outcome());
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
      Optional<Outcome> outcome) {
    RolloutStatusParser parsed = RolloutStatusParser.of(object);
    long generation = HubObjects.generation(object);
    tree.set(
        RolloutCondition.ACCEPTED,
        context.settings().map(found -> RolloutConditions.accepted(found.refusal())),
        generation,
        clock.instant());
    RolloutRecord record = parsed.record("");
    tree.set(
        RolloutCondition.RETRY_ACCEPTED,
        RolloutConditions.retry(record.retry(), record.rolloutUid(), parsed.formerUids(), outcome),
        generation,
        clock.instant());
    tree.set(
        RolloutCondition.APPROVALS_MATCHED,
        RolloutConditions.approvals(
            listed(object), context.clusters().declared(), "no groupStrategy of its policy"),
        generation,
        clock.instant());
  }

  private static List<String> listed(GenericKubernetesResource object) {
    return JsonTree.maps(HubObjects.part(object, "spec"), "decisionGroups").stream()
        .flatMap(entry -> JsonTree.text(entry, "groupName").stream())
        .toList();
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
    GenericKubernetesResource seen = context.rollout().orElseThrow();
    boolean changes =
        idle(context, seen, input, due, unapproved)
            .filter(status -> objects.changes(seen, status))
            .isPresent();
    if (changes) {
      objects.update(context.name(), object -> idle(context, object, input, due, unapproved));
    }
  }

  private Optional<Map<String, Object>> idle(
      BindingContext context,
      GenericKubernetesResource object,
      DueInput input,
      DueDecision due,
      Optional<NewcomerApprovals.Waiting> unapproved) {
    String uid = input.root().version().policyUid();
    if (RolloutStatusTree.open(object) || stale(object, uid)) {
      return Optional.empty();
    }
    IdleStatus.LastAttempt last = RolloutStatusParser.of(object).last(uid);
    RolloutStatusTree tree =
        RolloutStatusMapper.idle(
            RolloutStatusTree.status(object),
            IdleStatus.of(input, due, last).before(unapproved),
            HubObjects.generation(object));
    conditions(tree, context, object, last.record().end());
    if (last.record().generation() == input.root().version().generation()) {
      BindingClusters clusters = context.clusters();
      Instant now = clock.instant();
      RolloutStatusParser.of(object)
          .ended()
          .map(
              ended ->
                  EndedAttemptStatus.of(
                      ended, clusters.fleet(), context.name(), clusters.ended(now), now))
          .ifPresent(after -> RolloutStatusMapper.ended(tree, after));
    }
    return Optional.of(tree.tree());
  }
}
