package io.sluice.hub.read;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.policy.ActivationPreference;
import io.sluice.activation.policy.Contribution;
import io.sluice.activation.policy.ContributionRecord;
import io.sluice.activation.policy.ContributionSnapshot;
import io.sluice.activation.policy.PolicyActivation;
import io.sluice.activation.policy.PolicyActivationTree;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.status.RolloutOwner;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.placement.snapshot.PlacementSnapshot;
import io.sluice.policy.Hashes;
import io.sluice.policy.JsonTree;
import io.sluice.policy.propagation.BindingView;
import io.sluice.policy.propagation.Bindings;
import io.sluice.policy.propagation.HeldBinding;
import io.sluice.rollout.strategy.EffectiveStrategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Finds the active targeting of a policy whose edits wait (lazy-activation 4).
 *
 * <p>The clusters of a lazy binding are those that the record names, so that a placement and its
 * decisions, read at different times, cannot make an edit look like scheduling.
 */
public final class ActiveTargeting {
  private static final int CONTENT_DIGITS = 32;
  private static final int SPEC_DIGITS = 12;

  private final PolicyObjects objects;
  private final BoundPlacements bound;
  private final ActivationPreference preference;
  private final Optional<PolicyActivation> recorded;
  private final String content;

  private ActiveTargeting(
      PolicyObjects objects,
      BoundPlacements bound,
      ActivationPreference preference,
      GenericKubernetesResource root) {
    this.objects = requireNonNull(objects, "objects is null");
    this.bound = requireNonNull(bound, "bound is null");
    this.preference = preference;
    // The Rollout of a former policy of that name says nothing about this one.
    this.recorded =
        objects
            .rollout()
            .filter(rollout -> RolloutOwner.mayBe(rollout, root.getMetadata().getUid()))
            .flatMap(ActiveTargeting::recorded);
    this.content = content(HubObjects.part(root, "spec"));
  }

  /** Returns what a Rollout object records. */
  public static Optional<PolicyActivation> recorded(GenericKubernetesResource rollout) {
    return PolicyActivationTree.parse(
        JsonTree.map(RolloutStatusTree.status(rollout), RolloutStatusTree.ACTIVATION));
  }

  /**
   * Returns the active targeting; empty if no edit of it waits. Beside OCM's propagator nothing is
   * held until a person creates the Rollout (lazy-activation 4.5).
   */
  static Optional<ActiveTargeting> of(PolicyObjects objects, BoundPlacements bound) {
    boolean optedIn =
        objects.mode() == HubMode.STANDALONE
            || objects.rollout().filter(ActiveTargeting::withStrategy).isPresent();
    return objects
        .root()
        .filter(root -> optedIn && mayBeHeld(objects, bound, root))
        .map(
            root ->
                new ActiveTargeting(
                    objects, bound, ActivationPreference.of(HubObjects.annotations(root)), root))
        .filter(targeting -> targeting.lazy() || targeting.leaving());
  }

  /** Few policies are lazy: the placements of the others are not looked at. */
  private static boolean mayBeHeld(
      PolicyObjects objects, BoundPlacements bound, GenericKubernetesResource root) {
    return preferred(root)
        || bound.objects().stream().anyMatch(ActiveTargeting::preferred)
        || objects
            .rollout()
            .filter(
                rollout ->
                    RolloutStatusTree.status(rollout).containsKey(RolloutStatusTree.ACTIVATION))
            .isPresent();
  }

  private static boolean preferred(GenericKubernetesResource object) {
    return HubObjects.annotations(object).containsKey(ActivationPreference.ANNOTATION);
  }

  /**
   * What waited when the preference was removed is activated by an attempt, like what was released;
   * without a strategy there is none.
   */
  private boolean leaving() {
    return recorded.isPresent()
        && (withStrategy(objects.root().orElseThrow())
            || withStrategy(objects.rollout().orElseThrow()));
  }

  private static boolean withStrategy(GenericKubernetesResource object) {
    return EffectiveStrategy.written(HubObjects.part(object, "spec")).isPresent();
  }

  /** Returns whether edits wait, of one contribution at least. */
  public boolean lazy() {
    return preference.waits()
        || bound.reaching().stream().anyMatch(binding -> preference(binding).waits());
  }

  /** Returns what is stored. */
  public Optional<PolicyActivation> recorded() {
    return recorded;
  }

  /** Returns the hash of the policy's content: neither its strategy nor whether it is disabled. */
  public String content() {
    return content;
  }

  private static String content(Map<String, Object> spec) {
    Map<String, Object> content = new LinkedHashMap<>(spec);
    content.remove(EffectiveStrategy.FIELD);
    content.remove("disabled");
    return Hashes.ofVerbatim(content, CONTENT_DIGITS);
  }

  /** Returns the preference of the policy. */
  public ActivationPreference preference() {
    return preference;
  }

  /** Returns why nothing may move: the activation was not planned for what the policy is now. */
  Optional<String> undecided() {
    return recorded.filter(activation -> activation.decided(content)).isPresent()
        ? Optional.empty()
        : Optional.of("Waiting for the decision which targeting of the policy is active.");
  }

  /** Returns the generation that is active; empty while nothing was decided about the content. */
  Optional<Long> generation() {
    return recorded
        .filter(activation -> activation.decided(content))
        .flatMap(PolicyActivation::generation);
  }

  /** Returns the bindings that contribute what is recorded, by name. */
  private List<ContributionRecord> held() {
    return recorded.stream()
        .flatMap(
            activation ->
                bound.reaching().stream()
                    .filter(this::lazy)
                    .flatMap(binding -> activation.contribution(binding.name()).stream()))
        .toList();
  }

  /** Returns the bindings, of which the lazy ones contribute what is active. */
  Bindings bindings(Bindings desired) {
    if (recorded.isEmpty()) {
      return desired;
    }
    Map<String, Optional<HeldBinding>> held = new LinkedHashMap<>();
    bound.reaching().stream()
        .filter(this::lazy)
        .forEach(
            binding ->
                held.put(
                    binding.name(),
                    recorded
                        .get()
                        .contribution(binding.name())
                        .flatMap(ContributionRecord::held)
                        .map(active -> selectedStill(active, binding))));
    return new Bindings(desired.bindings(), desired.sets(), desired.placements(), held);
  }

  /** Beside OCM's propagator a cluster that a binding does not select has no replica any more. */
  private HeldBinding selectedStill(HeldBinding active, BindingView binding) {
    return objects.mode() == HubMode.STANDALONE
        ? active
        : active.within(
            bound
                .parsed(binding)
                .map(placement -> placement.view().clusters())
                .orElseGet(TreeSet::new));
  }

  /** Returns the groups of what is active; nothing moves while that is not decided. */
  PlacementGroups groups() {
    List<PlacementSnapshot> placements =
        new ArrayList<>(bound.groups(binding -> recorded.isEmpty() || !lazy(binding)).placements());
    for (ContributionRecord stored : held()) {
      stored
          .placement()
          .filter(placement -> stored.held().filter(active -> !active.restricted()).isPresent())
          .ifPresent(placements::add);
    }
    placements.sort(
        Comparator.comparing(PlacementSnapshot::name).thenComparing(PlacementSnapshot::kind));
    return new PlacementGroups(placements, undecided());
  }

  private boolean lazy(BindingView binding) {
    return preference.waits() || preference(binding).waits();
  }

  private ActivationPreference preference(BindingView binding) {
    return object(binding)
        .map(HubObjects::annotations)
        .map(ActivationPreference::of)
        .orElseThrow(() -> new IllegalStateException("a binding that was read is gone"));
  }

  private Optional<GenericKubernetesResource> object(BindingView binding) {
    return bound.objects().stream()
        .filter(object -> object.getMetadata().getName().equals(binding.name()))
        .findFirst();
  }

  /** Returns what the bindings of the policy say now; empty while a placement is incomplete. */
  public Optional<List<Contribution>> desired() {
    Bindings bindings = bound.bindings();
    List<Contribution> contributions = new ArrayList<>();
    for (BindingView binding : bound.reaching()) {
      Optional<NamespacePlacements.Parsed> placement = bound.parsed(binding);
      if (placement.filter(found -> !found.snapshot().coherent()).isPresent()) {
        return Optional.empty();
      }
      contributions.add(contribution(bindings, binding, placement));
    }
    return Optional.of(contributions);
  }

  private Contribution contribution(
      Bindings bindings, BindingView binding, Optional<NamespacePlacements.Parsed> placement) {
    GenericKubernetesResource written = object(binding).orElseThrow();
    return new Contribution(
        binding.name(),
        Objects.requireNonNullElse(written.getMetadata().getGeneration(), 1L),
        EditDater.edited(written, bound.now()),
        EditDater.allEdited(selecting(binding, placement), bound.now()),
        preference(binding),
        placement.map(found -> HubObjects.generation(found.from().objects().get(0))).orElse(0L),
        placement.flatMap(found -> EditDater.settlesAt(found.from().objects().get(0), bound.now())),
        ContributionSnapshot.of(
            binding,
            placement.map(found -> specHash(found.from().objects().get(0))).orElse(""),
            bindings.links(binding, objects.policy().name())),
        placement.map(found -> groups(found.snapshot())).orElse(List.of()),
        placement.flatMap(found -> found.snapshot().groupSize()),
        placement.isPresent()
            ? Optional.empty()
            : Optional.of(
                "PlacementBinding %s names %s %s, which does not exist. Create it, or edit the binding."
                    .formatted(
                        binding.name(), binding.placement().kind(), binding.placement().name())));
  }

  /** Identifies what a placement selects, decision groups included. */
  public static String specHash(GenericKubernetesResource placement) {
    return Hashes.ofVerbatim(HubObjects.part(placement, "spec"), SPEC_DIGITS);
  }

  private static List<DecisionGroup> groups(PlacementSnapshot snapshot) {
    Map<GroupKey, DecisionGroup> groups = new LinkedHashMap<>();
    snapshot.declared().forEach(key -> groups.put(key, new DecisionGroup(key, List.of())));
    snapshot.groups().forEach(group -> groups.put(group.key(), group));
    return groups.values().stream().sorted(Comparator.comparing(DecisionGroup::key)).toList();
  }

  /** Returns when the strategy was edited last or before; empty where that is not known. */
  Optional<Instant> strategyEdited() {
    return objects
        .root()
        .filter(ActiveTargeting::withStrategy)
        .flatMap(root -> EditDater.edited(root, bound.now()));
  }

  private List<GenericKubernetesResource> selecting(
      BindingView binding, Optional<NamespacePlacements.Parsed> placement) {
    List<GenericKubernetesResource> selecting = new ArrayList<>();
    object(binding).ifPresent(selecting::add);
    placement.ifPresent(found -> selecting.add(found.from().objects().get(0)));
    objects.sets().stream().filter(set -> linked(binding, set)).forEach(selecting::add);
    return selecting;
  }

  private static boolean linked(BindingView binding, GenericKubernetesResource set) {
    String name = set.getMetadata().getName();
    return binding.subjects().stream().anyMatch(subject -> subject.isPolicySet(name));
  }
}
