package io.sluice.control.activation;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.policy.Contribution;
import io.sluice.activation.policy.ContributionRecord;
import io.sluice.activation.policy.ContributionSnapshot;
import io.sluice.activation.policy.PolicyActivation;
import io.sluice.activation.policy.PolicyActivationDecision;
import io.sluice.activation.policy.PolicyActivationInput;
import io.sluice.activation.policy.PolicyActivationPlanner;
import io.sluice.activation.policy.PolicyActivationTree;
import io.sluice.control.queue.NextPass;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.ActivationInputBuilder;
import io.sluice.hub.read.ActiveTargeting;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.Hashes;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.status.RolloutCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Plans the activation of a policy, and stores its answer in {@code Rollout.status.activation},
 * whether or not a run is open: a run writes all of the status except that field.
 *
 * <p>Nothing else of the policy moves before the answer to its present content is stored.
 */
public final class PolicyActivator implements ActivationPass {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final HubApi hub;
  private final RolloutObjects rollouts;
  private final ActivationEvents events;
  private final Predicate<String> managed;
  private final PlacementBindingCacheCheck cache;

  /**
   * Creates an activator.
   *
   * @param managed whether a cluster of that name is managed
   */
  public PolicyActivator(
      HubApi hub, RolloutObjects rollouts, ActivationEvents events, Predicate<String> managed) {
    this.hub = requireNonNull(hub, "hub is null");
    this.rollouts = requireNonNull(rollouts, "rollouts is null");
    this.events = requireNonNull(events, "events is null");
    this.managed = requireNonNull(managed, "managed is null");
    this.cache = new PlacementBindingCacheCheck(hub);
  }

  @Override
  public Result reconcile(PolicyContext context, Set<String> replicas, Instant now) {
    if (context.root().isEmpty()
        || context.strategyDropped()
        || context.rollout().filter(RolloutObjects::owned).isEmpty()) {
      return Result.NOTHING;
    }
    GenericKubernetesResource rollout = context.rollout().get();
    if (context.active().isEmpty()) {
      return RolloutStatusTree.status(rollout).containsKey(RolloutStatusTree.ACTIVATION)
          ? write(context, Map.of(), Optional.empty(), now)
          : Result.NOTHING;
    }
    ActiveTargeting targeting = context.active().get();
    Optional<PolicyActivationInput> input = ActivationInputBuilder.of(context, replicas, managed);
    if (input.isEmpty()) {
      return lookAgain(now);
    }
    PolicyActivationDecision decision = PolicyActivationPlanner.decide(input.get(), now);
    if (!upToDateOnHub(context, targeting, input.get().contributions(), decision.activation())) {
      return lookAgain(now);
    }
    Map<String, Object> tree = PolicyActivationTree.of(decision.activation());
    if (!targeting.lazy() && same(tree, activation(rollout)) && ended(context)) {
      return write(context, Map.of(), Optional.empty(), now);
    }
    Result written =
        write(
            context,
            tree,
            Optional.of(
                new RolloutCondition(
                    RolloutCondition.ACTIVATED,
                    decision.upToDate(),
                    decision.reason(),
                    message(context, decision))),
            now);
    if (written.rollout().isPresent()) {
      events.decided(context, targeting.recorded(), decision);
    }
    return new Result(written.rollout(), NextPass.earlier(written.again(), decision.wakeup()));
  }

  /** Beside OCM's propagator replicas come and go at once (lazy-activation 4.4). */
  private static String message(PolicyContext context, PolicyActivationDecision decision) {
    return decision.upToDate() || context.objects().mode() == HubMode.STANDALONE
        ? decision.message()
        : decision.message()
            + " This holds enforcement only: OCM's propagator writes replicas at once.";
  }

  /** The record of a policy of which nothing waits any more is kept until its attempt is over. */
  private static boolean ended(PolicyContext context) {
    RootPolicy root = context.root().orElseThrow();
    return context
        .rolloutStatus()
        .map(status -> status.record(root.uid()))
        .filter(last -> !last.runOpen() && last.attempted(context.rootView().orElseThrow()))
        .isPresent();
  }

  private static Result lookAgain(Instant now) {
    return new Result(Optional.empty(), Optional.of(now.plus(LOOK_AGAIN)));
  }

  /**
   * Returns whether each placement whose clusters changed has the spec on the hub by which it was
   * judged: decisions may be seen before the edit that they follow (lazy-activation 4.2).
   *
   * <p>Where the content changed, all that places the policy must be as it is on the hub: each kind
   * has a watch of its own, so the content may be seen before an edit of a binding that was made
   * earlier, and would go to the clusters of before (lazy-activation 1.1 rule 5).
   */
  private boolean upToDateOnHub(
      PolicyContext context,
      ActiveTargeting targeting,
      List<Contribution> desired,
      PolicyActivation decided) {
    String content = decided.record().seen().hash();
    boolean edited = targeting.recorded().filter(former -> !former.decided(content)).isPresent();
    return (!edited || cache.placesAsOnHub(context.objects()))
        && desired.stream()
            .filter(contribution -> contribution.unresolved().isEmpty())
            .filter(contribution -> edited || changed(contribution.binding(), targeting, decided))
            .allMatch(contribution -> sameOnHub(context.objects().policy(), contribution));
  }

  private static boolean changed(
      String binding, ActiveTargeting targeting, PolicyActivation decided) {
    return !decided
        .contribution(binding)
        .map(ContributionRecord::groups)
        .equals(
            targeting
                .recorded()
                .flatMap(former -> former.contribution(binding))
                .map(ContributionRecord::groups));
  }

  private boolean sameOnHub(PolicyName policy, Contribution contribution) {
    Map<String, Object> ref = JsonTree.map(contribution.snapshot(), "placementRef");
    boolean rule = Kinds.PLACEMENT_RULE.getKind().equals(ref.get("kind"));
    // Beside OCM's propagator the right to read a single one is not granted.
    return hub.list(rule ? Kinds.PLACEMENT_RULE : Kinds.PLACEMENT, policy.namespace()).stream()
        .filter(placement -> placement.getMetadata().getName().equals(ref.get("name")))
        .findFirst()
        .map(ActiveTargeting::specHash)
        .filter(ContributionSnapshot.placement(contribution.snapshot())::equals)
        .isPresent();
  }

  /** Writes if that changes anything, and only if nothing else was stored meanwhile. */
  private Result write(
      PolicyContext context,
      Map<String, Object> activation,
      Optional<RolloutCondition> condition,
      Instant now) {
    GenericKubernetesResource seen = context.rollout().orElseThrow();
    if (same(status(seen, activation, condition, now), RolloutStatusTree.status(seen))) {
      return Result.NOTHING;
    }
    Optional<GenericKubernetesResource> written =
        rollouts.update(
            context.objects().policy(),
            object ->
                same(activation(object), activation(seen))
                        && object.getMetadata().getUid().equals(seen.getMetadata().getUid())
                    ? Optional.of(status(object, activation, condition, now))
                    : Optional.empty());
    return written
        .filter(object -> same(activation(object), activation))
        .map(object -> new Result(Optional.of(object), Optional.empty()))
        .orElseGet(() -> lookAgain(now));
  }

  private static Map<String, Object> activation(GenericKubernetesResource rollout) {
    return JsonTree.map(RolloutStatusTree.status(rollout), RolloutStatusTree.ACTIVATION);
  }

  private static Map<String, Object> status(
      GenericKubernetesResource rollout,
      Map<String, Object> activation,
      Optional<RolloutCondition> condition,
      Instant now) {
    return RolloutStatusTree.of(RolloutStatusTree.status(rollout))
        .activation(activation)
        .set(RolloutCondition.ACTIVATED, condition, HubObjects.generation(rollout), now)
        .tree();
  }

  /** Compares values, not Java types: a number is read as another type than it was written as. */
  private static boolean same(Map<String, Object> left, Map<String, Object> right) {
    return Hashes.ofTree(left).equals(Hashes.ofTree(right));
  }
}
