package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.fleet.LabelSelector;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.status.FieldManagers;
import io.sluice.hub.status.IntentParser;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.PolicyVersion;
import io.sluice.propagation.BindingView;
import io.sluice.propagation.Bindings;
import io.sluice.propagation.PlacementView;
import io.sluice.propagation.PolicySetView;
import io.sluice.propagation.Targets;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.RootView;
import io.sluice.strategy.DeclaredGroups;
import io.sluice.strategy.EffectiveStrategy;
import io.sluice.strategy.Refusal;
import io.sluice.strategy.Refusal.Reason;
import io.sluice.strategy.StrategyType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Makes sense of what was read of one policy: root, strategy, intent, clusters and groups.
 *
 * <p>A function of the facts and the instant: the same for objects read live and for those of
 * informers.
 */
public final class PolicyContext {
  private final PolicyObjects facts;
  private final Optional<RootPolicy> root;
  private final Optional<GenericKubernetesResource> rollout;
  private final Bindings bindings;
  private final List<BoundPlacement> placements;
  private final EffectiveStrategy strategy;
  private final Intent intent;
  private final Optional<SettingsValidation> acceptance;
  private final Optional<PolicyVersion> version;

  private PolicyContext(
      PolicyObjects facts,
      Optional<GenericKubernetesResource> rollout,
      Bindings bindings,
      List<BoundPlacement> placements) {
    this.facts = facts;
    this.root = facts.root().map(RootPolicy::of);
    this.rollout = rollout;
    this.bindings = bindings;
    this.placements = placements;
    Map<String, Object> spec =
        rollout.map(object -> HubObjects.part(object, "spec")).orElse(Map.of());
    this.strategy =
        EffectiveStrategy.of(
            root.map(policy -> policy.snapshot().spec()).orElse(Map.of()), spec, false);
    this.intent =
        IntentParser.of(spec, rollout.map(FieldManagers::of).orElseGet(FieldManagers::unknown));
    this.acceptance =
        root.filter(policy -> strategy.staged())
            .map(policy -> SettingsParser.of(policy, strategy, intent, placements))
            .map(SettingsValidation::of)
            .or(this::held);
    this.version =
        root.map(
            policy ->
                new PolicyVersion(
                    policy.uid(),
                    policy.generation(),
                    VersionContent.hash(policy.name(), policy.snapshot(), bindings)));
  }

  /** A strategy that the CRD dropped must never look like one that was removed. */
  private Optional<SettingsValidation> held() {
    return rollout.isPresent() && root.isPresent() && facts.strategyDropped().getAsBoolean()
        ? root.map(policy -> SettingsValidation.strategyDropped(policy.name()))
        : Optional.empty();
  }

  public static PolicyContext of(PolicyObjects facts, Instant now) {
    List<BindingView> views =
        facts.bindings().stream().map(HubObjects::tree).map(BindingView::of).toList();
    List<PolicySetView> sets =
        facts.sets().stream().map(HubObjects::tree).map(PolicySetView::of).toList();
    BoundPlacements bound = new BoundPlacements(facts, views, sets, now);
    List<PlacementView> decided =
        bound.all().stream()
            .map(
                placement ->
                    new PlacementView(
                        facts.policy().namespace(),
                        placement.kind(),
                        placement.name(),
                        placement.clusters()))
            .toList();
    Bindings bindings = new Bindings(views, sets, decided);
    return new PolicyContext(facts, own(facts), bindings, bound.grouping());
  }

  /** A Rollout owned by another policy of that name counts as absent (rollout-strategy 5). */
  private static Optional<GenericKubernetesResource> own(PolicyObjects facts) {
    Optional<String> uid = facts.root().map(policy -> policy.getMetadata().getUid());
    return facts
        .rollout()
        .filter(object -> uid.isEmpty() || OwnerReferences.mayBe(object, uid.get()));
  }

  public Optional<RootPolicy> root() {
    return root;
  }

  /** The Rollout object of this very policy. */
  public Optional<GenericKubernetesResource> rollout() {
    return rollout;
  }

  public EffectiveStrategy strategy() {
    return strategy;
  }

  public Intent intent() {
    return intent;
  }

  /** The bindings and sets of the policy's namespace. */
  public Bindings bindings() {
    return bindings;
  }

  /** The version of the root as it is now. */
  public Optional<PolicyVersion> version() {
    return version;
  }

  /** The root as the workflow sees it. */
  public Optional<RootView> rootView() {
    return root.map(
        policy ->
            new RootView(
                version().orElseThrow(),
                policy.disabled(),
                strategy.staged(),
                strategy.hash(),
                policy.versionAnnotation()));
  }

  /** Whether the policy's clusters stay as they are until its strategy can be read again. */
  public boolean strategyDropped() {
    return acceptance
        .flatMap(SettingsValidation::refusal)
        .filter(refusal -> refusal.is(Reason.STRATEGY_FIELD_MISSING))
        .isPresent();
  }

  /**
   * All that an attempt has to know.
   *
   * @param claim whose the Rollout object is
   * @param withReplica the clusters that have a replica now
   */
  public HubSnapshot view(HubSnapshot.Claim claim, Collection<String> withReplica) {
    return new HubSnapshot(
        claim,
        rootView(),
        acceptance.flatMap(SettingsValidation::refusal).map(Refusal::message),
        intent,
        fleet(withReplica));
  }

  /** Whether the settings hold; nothing to judge for a policy that is gone or unstaged. */
  public Optional<SettingsValidation> acceptance() {
    return acceptance;
  }

  /** The groups that there are to name, if every placement has published its own. */
  public DeclaredGroups declared() {
    return SettingsParser.declared(placements);
  }

  /** Whether all placements were read in one state (placement 11.2). */
  public boolean coherent() {
    return incoherent().isEmpty();
  }

  /** Every group that a bound placement declares. */
  public List<GroupKey> declaredGroups() {
    return placements.stream().flatMap(placement -> placement.declared().stream()).toList();
  }

  /** The clusters of a version, with overrides only where they count (policy-propagation 5.2). */
  public Targets targets(PolicySnapshot snapshot) {
    Targets targets =
        bindings.targets(io.sluice.propagation.RootSpec.of(facts.policy(), snapshot.spec()));
    return strategy.staged() && type() != StrategyType.ALL ? targets.withoutOverrides() : targets;
  }

  /** How that version looks on each cluster. */
  public VersionContent content(PolicySnapshot snapshot) {
    return new VersionContent(facts.policy(), snapshot, targets(snapshot), bindings);
  }

  /** The revision that keeps the version which was rolled out last with success. */
  public Optional<String> lastSuccessfulRevision() {
    return rollout
        .map(RolloutStatusParser::of)
        .flatMap(RolloutStatusParser::lastSuccessfulRevision);
  }

  /** The fleet as the workflow sees it, given the clusters that have a replica now. */
  public FleetView fleet(Collection<String> withReplica) {
    SortedSet<String> selected =
        root.map(policy -> targets(policy.snapshot()).replicas()).orElse(new TreeSet<>());
    List<String> leaving =
        withReplica.stream().filter(cluster -> !selected.contains(cluster)).sorted().toList();
    return new FleetView(
        groups(selected),
        incoherent(),
        leaving,
        ignored(selected),
        bare(selected, withReplica),
        List.of());
  }

  /** Named only where there is a version to give them (rollout-strategy 3.7). */
  private List<String> bare(SortedSet<String> selected, Collection<String> withReplica) {
    return lastSuccessfulRevision().isEmpty()
        ? List.of()
        : selected.stream().filter(cluster -> !withReplica.contains(cluster)).toList();
  }

  /** In rollout order; a cluster in several groups belongs to the first (F2). */
  private List<DecisionGroup> groups(Set<String> selected) {
    Set<String> taken = new HashSet<>();
    List<DecisionGroup> groups = new ArrayList<>();
    for (BoundPlacement placement : placements) {
      for (DecisionGroup group : placement.groups()) {
        List<String> clusters =
            group.clusters().stream().filter(selected::contains).filter(taken::add).toList();
        if (!clusters.isEmpty()) {
          groups.add(new DecisionGroup(group.key(), clusters));
        }
      }
    }
    return groups;
  }

  private Optional<String> incoherent() {
    return placements.stream()
        .filter(placement -> !placement.coherent())
        .map(BoundPlacement::name)
        .findFirst()
        .map("Waiting for placement %s to publish all its decisions."::formatted);
  }

  private List<String> ignored(Set<String> selected) {
    Optional<LabelSelector> selector = acceptance.flatMap(SettingsValidation::ignored);
    if (selector.isEmpty()) {
      return List.of();
    }
    return facts.managedClusters().get().stream()
        .filter(cluster -> selected.contains(cluster.getMetadata().getName()))
        .filter(cluster -> selector.get().matches(HubObjects.labels(cluster)))
        .map(cluster -> cluster.getMetadata().getName())
        .sorted()
        .toList();
  }

  private StrategyType type() {
    return acceptance
        .flatMap(SettingsValidation::strategy)
        .map(io.sluice.strategy.Strategy::type)
        .orElse(StrategyType.PROGRESSIVE);
  }
}
