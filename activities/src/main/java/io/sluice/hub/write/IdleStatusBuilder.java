package io.sluice.hub.write;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusMapper;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Counts;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.DueDecision;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.status.EndedAttemptStatus;
import io.sluice.status.EndedCluster;
import io.sluice.status.IdleStatus;
import io.sluice.status.NewcomerApprovals;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Computes the status of a Rollout while no run is open, when the controller writes it
 * (rollout-strategy 3.2, "Claim").
 */
public final class IdleStatusBuilder {
  private final DueInput input;
  private final DueDecision due;
  private final PolicyContext context;
  private final Collection<Replica> replicas;
  private final Function<Replica, Verdict> verdicts;
  private final Optional<NewcomerApprovals.Waiting> waiting;
  private final long held;

  /**
   * Prepares the status of one policy.
   *
   * @param verdicts what a replica proves of the present version; silent if it carries another
   * @param waiting the newcomers that wait for an approval
   * @param held replicas whose changes the gate holds
   */
  public IdleStatusBuilder(
      DueInput input,
      DueDecision due,
      PolicyContext context,
      Collection<Replica> replicas,
      Function<Replica, Verdict> verdicts,
      Optional<NewcomerApprovals.Waiting> waiting,
      long held) {
    this.input = input;
    this.due = due;
    this.context = context;
    this.replicas = replicas;
    this.verdicts = verdicts;
    this.waiting = waiting;
    this.held = held;
  }

  /** Returns the status that the object is to have. */
  public Map<String, Object> status(GenericKubernetesResource object, Instant now) {
    long generation = HubObjects.generation(object);
    RolloutStatusParser parsed = RolloutStatusParser.of(object);
    IdleStatus.LastAttempt last = parsed.last(input.root().version().policyUid());
    IdleStatus idle = IdleStatus.of(input, due, last).before(waiting).naming(undecided(last));
    RolloutStatusTree tree =
        RolloutStatusMapper.idle(RolloutStatusTree.status(object), idle, generation);
    Optional<Refusal> refusal = input.settings().flatMap(SettingsValidation::refusal);
    RolloutRecord record = last.record();
    tree.set(
        RolloutCondition.ACCEPTED,
        Optional.of(
            RolloutConditions.accepted(
                refusal, input.settings().map(SettingsValidation::oddSettings).orElse(List.of()))),
        generation,
        now);
    tree.set(
        RolloutCondition.RETRY_ACCEPTED,
        parsed.retryAccepted(record.rolloutUid(), record.end()),
        generation,
        now);
    tree.set(
        RolloutCondition.BOUND, RolloutConditions.bound(input.fleet().missing()), generation, now);
    tree.set(
        RolloutCondition.NOT_GATED,
        RolloutConditions.notGated(record.strategyHash(), input.root().strategyHash(), held),
        generation,
        now);
    FleetView fleet = present();
    if (record.generation() == input.root().version().generation() && settled(fleet)) {
      parsed
          .ended()
          .map(
              ended ->
                  EndedAttemptStatus.of(ended, fleet, context.objects().policy(), clusters(), now))
          .ifPresent(after -> RolloutStatusMapper.ended(tree, after));
    }
    Counts counts = requireNonNullElse(tree.read().counts, Counts.ZERO);
    RolloutStatusMapper.held(
        tree,
        // Who joins after a success has had no version before.
        context
            .kept()
            .filter(kept -> !parsed.succeeded())
            .map(kept -> kept.held(counts.toApply(), counts.clusters())));
    return approvals(tree, context, generation, now).tree();
  }

  /**
   * Returns the clusters that get nothing, as a list that was cut leaves open whether they are new.
   * Where newcomers need no attempt, one without a replica gets the version anyway. What OCM's
   * propagator writes is dated, and needs no list.
   */
  private List<String> undecided(IdleStatus.LastAttempt last) {
    Optional<SettingsValidation> gives =
        input
            .settings()
            .filter(settings -> !context.objects().way().propagated())
            .filter(settings -> AttemptDue.givesNewcomersTheVersion(settings, last.record()));
    if (gives.isEmpty()
        || context.rolloutStatus().filter(RolloutStatusParser::allListed).isPresent()) {
      return List.of();
    }
    boolean attempts = AttemptDue.rollsNewcomersOut(gives.get(), input.root());
    Set<String> present = replicas.stream().map(Replica::cluster).collect(Collectors.toSet());
    return JoinedClusters.of(context, replicas, last.record().generation()).undecided().stream()
        .filter(cluster -> attempts || present.contains(cluster))
        .toList();
  }

  private List<EndedCluster> clusters() {
    return replicas.stream()
        .map(
            replica ->
                new EndedCluster(replica.cluster(), replica.dispatch(), verdicts.apply(replica)))
        .toList();
  }

  /**
   * Returns whether no replica is about to be deleted: a leaving cluster counts until its replica
   * is gone, and only those out of reach keep theirs.
   */
  private boolean settled(FleetView fleet) {
    return fleet.incoherent().isEmpty()
        && (fleet.leaving().isEmpty()
            || context.objects().outOfReach().containsAll(fleet.leaving()));
  }

  /** What is being deleted selects its clusters until it is gone (rollout-strategy 3.7). */
  private FleetView present() {
    return input.fleet().closing().isEmpty()
        ? input.fleet()
        : context
            .present(replicas.stream().map(Replica::cluster).toList())
            .withUnknownContent(input.fleet().unknownContent())
            .withRepairUndone(input.fleet().repairUndone());
  }

  /** Until all placements have published their decisions, the condition stays as it is. */
  static RolloutStatusTree approvals(
      RolloutStatusTree tree, PolicyContext context, long generation, Instant now) {
    Map<String, List<String>> named = context.rolloutSpec().groupsByField();
    if (!named.values().stream().allMatch(List::isEmpty) && context.declared().groups().isEmpty()) {
      return tree;
    }
    return tree.set(
        RolloutCondition.APPROVALS_MATCHED,
        RolloutConditions.approvals(named, context.declared()),
        generation,
        now);
  }
}
