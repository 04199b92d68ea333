package io.sluice.override;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.beside.OverrideInput;
import io.sluice.beside.OverrideIntent;
import io.sluice.beside.OverridePage;
import io.sluice.beside.OverrideRelease;
import io.sluice.beside.OverrideState;
import io.sluice.beside.OverrideStep;
import io.sluice.hub.beside.OverrideObjects;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.Enforcement;
import io.sluice.rollout.Outcome;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Holds what is to become of the override of one policy, and what is to be done next, as decided
 * from one read of its objects.
 */
record OverridePlan(
    PolicyObjects objects,
    PolicyContext context,
    OverrideNames names,
    OverrideInput input,
    OverrideState state,
    OverrideIntent intent,
    Set<String> departed) {

  /**
   * Plans from what was read.
   *
   * @param due whether an attempt is due
   * @param settling whether clusters were listed a moment ago
   */
  static OverridePlan of(
      PolicyObjects objects,
      Map<String, CachedReplica> replicas,
      boolean due,
      Predicate<OverridePlan> settling,
      Instant now) {
    PolicyContext context = PolicyContext.of(objects, now);
    OverrideNames names = new OverrideNames(objects);
    List<OverridePage> pages = PageObjects.parse(objects.policy(), names.pages());
    OverrideInput input = input(context, due, pages);
    OverrideState state = state(objects, context, names, pages, replicas);
    OverridePlan plan =
        new OverridePlan(
            objects,
            context,
            names,
            input,
            state,
            OverrideIntent.of(input),
            departed(context, pages, replicas));
    return settling.test(plan) ? plan.settling() : plan;
  }

  private OverridePlan settling() {
    return new OverridePlan(
        objects,
        context,
        names,
        input,
        new OverrideState(
            state.finalizer(),
            state.placement(),
            state.binding(),
            state.stalePages(),
            state.pages(),
            true,
            state.enforcing()),
        intent,
        departed);
  }

  /**
   * The listed clusters that the policy's placements have given up, and that have no replica any
   * more (policy-propagation 14.3.2).
   */
  private static Set<String> departed(
      PolicyContext context, List<OverridePage> pages, Map<String, CachedReplica> replicas) {
    Set<String> departed = new TreeSet<>();
    if (context.root().isPresent() && !pages.isEmpty()) {
      OverridePage.entries(pages).forEach(entry -> departed.add(entry.cluster()));
      departed.removeAll(context.targets(context.root().get().snapshot()).replicas());
      departed.removeAll(replicas.keySet());
    }
    return departed;
  }

  /** Returns the clusters that are taken off their page while others stay. */
  Set<String> withdrawn() {
    Set<String> withdrawn = new TreeSet<>(departed);
    if (intent == OverrideIntent.STAND) {
      withdrawn.addAll(input.released());
    }
    return withdrawn;
  }

  private static OverrideInput input(PolicyContext context, boolean due, List<OverridePage> pages) {
    Optional<RolloutStatusParser> status = context.rollout().map(RolloutStatusParser::of);
    String uid = context.root().map(RootPolicy::uid).orElse("");
    Optional<Outcome> outcome = status.flatMap(found -> found.record(uid).end());
    return new OverrideInput(
        status.isPresent()
            && context.strategy().staged()
            && context.root().filter(OverridePlan::mayBeStaged).isPresent(),
        context.root().map(RootPolicy::generation).orElse(0L),
        status.filter(RolloutStatusParser::runOpen).isPresent(),
        due,
        outcome,
        status.filter(found -> found.last(uid).leftBehind() > 0).isPresent(),
        context.release(),
        context.release() == OverrideRelease.PER_CLUSTER ? FinishedClusters.of(context) : Set.of(),
        OverridePage.entries(pages));
  }

  private static boolean mayBeStaged(RootPolicy root) {
    Map<String, Object> spec = root.snapshot().spec();
    return !root.disabled()
        && Enforcement.byRoot(spec).isEmpty()
        && Enforcement.byTemplate(spec).isEmpty();
  }

  private static OverrideState state(
      PolicyObjects objects,
      PolicyContext context,
      OverrideNames names,
      List<OverridePage> pages,
      Map<String, CachedReplica> replicas) {
    Optional<GenericKubernetesResource> placement = names.placement();
    boolean stale =
        placement.isEmpty()
            ? !names.pages().isEmpty()
            : names.pages().stream().anyMatch(page -> PageObjects.stale(page, placement.get()));
    return new OverrideState(
        objects.rollout().filter(OverrideObjects::held).isPresent(),
        placement.isPresent(),
        names.binding().isPresent(),
        stale,
        pages,
        false,
        enforcing(context, pages, replicas));
  }

  /**
   * The clusters that enforce what neither the policy, nor a page, nor another binding asks for.
   */
  private static Set<String> enforcing(
      PolicyContext context, List<OverridePage> pages, Map<String, CachedReplica> replicas) {
    if (context.root().filter(root -> !informs(root)).isPresent()) {
      return Set.of();
    }
    Set<String> explained = new HashSet<>(context.foreign());
    OverridePage.entries(pages).forEach(entry -> explained.add(entry.cluster()));
    Set<String> enforcing = new TreeSet<>();
    replicas.forEach(
        (cluster, replica) -> {
          if (!replica.replica().informs() && !explained.contains(cluster)) {
            enforcing.add(cluster);
          }
        });
    return enforcing;
  }

  private static boolean informs(RootPolicy root) {
    Map<String, Object> spec = root.snapshot().spec();
    return Enforcement.byRoot(spec).isEmpty() && Enforcement.byTemplate(spec).isEmpty();
  }

  /** Returns what is to be done next; a refused policy gets nothing new. */
  OverrideStep step() {
    boolean refused = context.acceptance().flatMap(settings -> settings.refusal()).isPresent();
    if (intent == OverrideIntent.STAND && refused) {
      return OverrideStep.NOTHING;
    }
    OverrideStep next = OverrideStep.next(intent, state);
    boolean withdraws =
        (intent == OverrideIntent.STAND || intent == OverrideIntent.LEAVE)
            && !withdrawn().isEmpty();
    return next == OverrideStep.NOTHING && withdraws ? OverrideStep.WITHDRAW_RELEASED : next;
  }
}
