package io.sluice.hub.read;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.policy.PolicyActivation;
import io.sluice.approval.RuledApprovals;
import io.sluice.beside.OverrideRelease;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.gate.KeptVersion;
import io.sluice.hub.approval.ApprovalSettings;
import io.sluice.hub.check.CheckSettings;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.hub.schedule.ScheduleObserver;
import io.sluice.hub.status.IntentParser;
import io.sluice.hub.status.RolloutOwner;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.PolicySetRefs;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.propagation.Bindings;
import io.sluice.policy.propagation.Targets;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.lifecycle.StagingSettings;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.rollout.strategy.Refusal.Reason;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.schedule.ScheduleSource;
import io.sluice.status.NewcomerApprovals;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Derives from the objects of one policy its strategy, intent, version and fleet.
 *
 * <p>A function of the objects and the instant: the same for objects read live and for those of
 * informers.
 */
public final class PolicyContext {
  private final PolicyObjects objects;
  private final Optional<RootPolicy> root;
  private final Optional<GenericKubernetesResource> rollout;
  private final Bindings bindings;
  private final PlacementGroups groups;
  private final Optional<String> missing;
  private final EffectiveStrategy strategy;
  private final EffectiveStrategy desiredStrategy;
  private final Intent intent;
  private final Optional<SettingsValidation> acceptance;
  private final Optional<PolicyVersion> version;
  private final Optional<ActiveTargeting> active;
  private final VersionTargets versions;
  private final Optional<RolloutStatusParser> rolloutStatus;
  private final RolloutSpec rolloutSpec;
  private final ApprovalSettings approvals;
  private final Instant now;

  private PolicyContext(
      PolicyObjects objects,
      List<GenericKubernetesResource> bound,
      Optional<ActiveTargeting> active,
      Bindings bindings,
      PlacementGroups groups,
      Optional<String> missing,
      Instant now) {
    this.active = active;
    this.now = now;
    this.missing = missing;
    this.objects = objects;
    this.root = objects.root().map(RootPolicy::of);
    this.rollout =
        objects
            .rollout()
            .filter(rollout -> root.isEmpty() || RolloutOwner.mayBe(rollout, root.get().uid()))
            // Only finalizers keep it, for example until the override is withdrawn: to a run it is
            // gone.
            .filter(rollout -> !HubObjects.deleting(rollout));
    this.rolloutStatus = rollout.map(RolloutStatusParser::of);
    this.bindings = bindings;
    this.versions = new VersionTargets(objects, bound, bindings);
    this.groups = groups;
    Map<String, Object> spec =
        rollout.map(object -> HubObjects.part(object, "spec")).orElse(Map.of());
    EffectiveStrategy written =
        EffectiveStrategy.of(
            root.map(policy -> policy.snapshot().spec()).orElse(Map.of()),
            spec,
            way().propagated());
    this.desiredStrategy =
        way() == StagingWay.GATE ? written.behindTheGate(objects.inputs()) : written;
    this.strategy =
        active
            .map(
                targeting ->
                    desiredStrategy.activated(
                        targeting
                            .recorded()
                            .map(PolicyActivation::strategy)
                            .orElse(desiredStrategy.tree()),
                        targeting.recorded().flatMap(PolicyActivation::released)))
            .orElse(desiredStrategy);
    this.rolloutSpec =
        rollout.map(object -> RolloutSpecReader.of(spec)).orElseGet(RolloutSpec::new);
    this.approvals = new ApprovalSettings(rollout, rolloutSpec);
    this.intent =
        rollout.map(object -> IntentParser.of(object, rolloutSpec, now)).orElse(Intent.NONE);
    this.acceptance =
        root.flatMap(
            policy ->
                new SettingsCheck(
                        objects, strategy, desiredStrategy, active, rolloutStatus, approvals)
                    .validate(this::settings));
    this.version =
        root.map(
            policy ->
                new PolicyVersion(
                    policy.uid(),
                    // Beside OCM's propagator the strategy is no part of the policy.
                    active
                        .filter(targeting -> !way().propagated())
                        .flatMap(ActiveTargeting::generation)
                        .orElse(policy.generation()),
                    VersionContent.hash(policy.name(), policy.snapshot())));
  }

  private StagingSettings settings() {
    RootPolicy policy = root.orElseThrow();
    return new StagingSettings(
        policy.name(),
        policy.snapshot(),
        way(),
        strategy,
        rolloutSpec.listedGroups(),
        declared(),
        groups.all(),
        groups.clustersPerGroup(),
        policy.size(),
        observer().problems(now),
        CheckSettings.read(rolloutSpec),
        approvals.rules());
  }

  private StagingWay way() {
    return objects.way();
  }

  public static PolicyContext of(PolicyObjects objects, Instant now) {
    BoundPlacements bound = new BoundPlacements(objects, now);
    Optional<ActiveTargeting> active = ActiveTargeting.of(objects, bound);
    return new PolicyContext(
        objects,
        bound.objects(),
        active,
        active.map(targeting -> targeting.bindings(bound.bindings())).orElseGet(bound::bindings),
        active.map(ActiveTargeting::groups).orElseGet(bound::groups),
        bound.missing(),
        now);
  }

  /** What this was derived from. */
  public PolicyObjects objects() {
    return objects;
  }

  public Optional<RootPolicy> root() {
    return root;
  }

  /** The policy's Rollout object; one that another policy owns is absent (rollout-strategy 5). */
  public Optional<GenericKubernetesResource> rollout() {
    return rollout;
  }

  /** The status of that object. */
  public Optional<RolloutStatusParser> rolloutStatus() {
    return rolloutStatus;
  }

  /** The spec of that object; without one it asks for nothing. */
  public RolloutSpec rolloutSpec() {
    return rolloutSpec;
  }

  public EffectiveStrategy strategy() {
    return strategy;
  }

  /** The strategy as it is written, whether or not it is active. */
  public EffectiveStrategy desiredStrategy() {
    return desiredStrategy;
  }

  /** What of the targeting is active; empty if no edit of it waits. */
  public Optional<ActiveTargeting> active() {
    return active;
  }

  public Intent intent() {
    return intent;
  }

  /** The bindings that bind the policy, or a set with it, and the sets of its namespace. */
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
                policy.deleting(),
                strategy.staged(),
                strategy.hash(),
                policy.versionAnnotation()));
  }

  /** Returns whether clusters stay as they are until the CRD keeps the policy's strategy again. */
  public boolean strategyDropped() {
    return acceptance
        .flatMap(SettingsValidation::refusal)
        .filter(refusal -> refusal.is(Reason.STRATEGY_FIELD_MISSING))
        .isPresent();
  }

  /**
   * Returns the observation for an attempt.
   *
   * @param claim which attempt owns the Rollout object
   * @param withReplica the clusters that have a replica now
   * @param unknownContent those whose replica nothing explains
   */
  public HubSnapshot view(
      HubSnapshot.ClaimState claim, Collection<String> withReplica, List<String> unknownContent) {
    FleetView fleet = fleet(withReplica).withUnknownContent(unknownContent);
    return new HubSnapshot(
            claim,
            rootView(),
            acceptance.flatMap(SettingsValidation::refusal).map(Refusal::message),
            intent,
            fleet,
            kept())
        .scheduled(schedule(fleet.groups()).at(now))
        .checked(CheckSettings.rules(rolloutSpec, rollout, now))
        .ruled(approvals());
  }

  /** The rules of approvals, with what people have recorded; absent if there are none. */
  public Optional<RuledApprovals> approvals() {
    return approvals.ruled(objects.root(), now);
  }

  /** Evaluates when these clusters may start (between-waves 2). */
  public ScheduleSource schedule(List<DecisionGroup> fleet) {
    return at -> observer().times(fleet, objects.managedClusters(), at);
  }

  /** Calendars of the cluster bind what is staged. */
  private ScheduleObserver observer() {
    return new ScheduleObserver(
        rollout,
        rolloutSpec,
        strategy.staged() ? objects.calendars() : CalendarObjects.UNREAD,
        root.map(policy -> policy.snapshot().labels()).orElse(Map.of()));
  }

  /** What clusters have until their turn; absent where no gate holds them (gate 1). */
  public Optional<KeptVersion> kept() {
    return version.flatMap(present -> kept(present.generation()));
  }

  /** The same before the turn of that generation. */
  public Optional<KeptVersion> kept(long generation) {
    return Optional.of(rolloutStatus.map(status -> status.kept(generation)))
        .filter(known -> way() == StagingWay.GATE)
        .map(known -> known.orElse(KeptVersion.UNKNOWN));
  }

  /** The validation of the settings; absent for a policy that is gone or unstaged. */
  public Optional<SettingsValidation> acceptance() {
    return acceptance;
  }

  /** The groups that settings may name; unknown until all placements have published theirs. */
  public DeclaredGroups declared() {
    return groups.declared();
  }

  /** Returns whether all placements were read in one state (placement 11.2). */
  public boolean coherent() {
    return groups.incoherent().isEmpty();
  }

  /** Every group that a bound placement declares. */
  public List<GroupKey> declaredGroups() {
    return groups.keys();
  }

  /** The clusters of a version, with overrides only where they count (policy-propagation 5.2). */
  public Targets targets(PolicySnapshot snapshot) {
    return versions.of(snapshot, overridesCount()).targets();
  }

  /** The content of that version on each cluster. */
  public VersionContent content(PolicySnapshot snapshot) {
    return versions.of(snapshot, overridesCount()).content();
  }

  /** The present version as OCM's propagator would render it; empty without a policy. */
  public Optional<PropagatorContent> propagated() {
    return root.map(policy -> versions.propagated(policy.snapshot()));
  }

  /** The clusters that OCM's propagator would bring it to; empty without a policy. */
  public Optional<Targets> propagatedTo() {
    return root.map(policy -> versions.propagatedTo(policy.snapshot()));
  }

  /** Returns whether overrides of bindings change what clusters get (policy-propagation 5.2). */
  public boolean overridesCount() {
    return switch (way()) {
      case OVERRIDE -> false;
      // The propagator counts them with whatever it writes.
      case GATE -> true;
      case STANDALONE -> !strategy.staged() || type() == StrategyType.ALL;
    };
  }

  /** Returns whether the content is that of the root, whatever bindings and sets say. */
  public boolean contentOfRootAlone() {
    return !overridesCount()
        && acceptance.filter(settings -> settings.refusal().isEmpty()).isPresent()
        && PolicySetRefs.of(root.orElseThrow().snapshot().spec(), objects.policy().namespace())
            .isEmpty();
  }

  /** The name of the revision that was rolled out last with outcome Succeeded. */
  public Optional<String> lastSuccessfulRevision() {
    return rolloutStatus().flatMap(RolloutStatusParser::lastSuccessfulRevision);
  }

  /** The fleet as the workflow sees it, given the clusters that have a replica now. */
  public FleetView fleet(Collection<String> withReplica) {
    return fleet(withReplica, closing());
  }

  /**
   * The fleet with the clusters that are selected only by bindings or placements that are being
   * deleted: they count as present until those are gone.
   */
  public FleetView present(Collection<String> withReplica) {
    return fleet(withReplica, Set.of());
  }

  private FleetView fleet(Collection<String> withReplica, Set<String> closing) {
    SortedSet<String> selected =
        root.map(policy -> targets(policy.snapshot()).replicas()).orElse(new TreeSet<>());
    // Asked for every cluster, several times: a sorted set compares names at each step.
    Set<String> members = new HashSet<>(selected);
    members.removeAll(closing);
    List<String> leaving =
        withReplica.stream().filter(cluster -> !members.contains(cluster)).sorted().toList();
    return new FleetView(
        groups.of(members),
        groups.incoherent(),
        leaving,
        ignored(members),
        bare(selected, members, withReplica),
        foreign(),
        missing.or(() -> closing(members, closing)),
        List.of(),
        List.of(),
        List.copyOf(closing),
        members.isEmpty() ? groups.unsatisfied() : Optional.empty());
  }

  /**
   * The clusters that are selected only by bindings or placements that are being deleted: nothing
   * is started or deleted on them (rollout-strategy 3.7).
   */
  public Set<String> closing() {
    return root.map(policy -> versions.closing(policy.snapshot())).orElse(Set.of());
  }

  private static Optional<String> closing(Set<String> members, Set<String> closing) {
    return members.isEmpty() && !closing.isEmpty()
        ? Optional.of(
            "The PlacementBinding or Placement that selects the clusters is being deleted, so nothing begins on them.")
        : Optional.empty();
  }

  /** Those of the clusters whose status is ignored (rollout-strategy 1.5). */
  public List<String> ignored(Set<String> selected) {
    return acceptance
        .flatMap(SettingsValidation::ignored)
        .map(selector -> objects.clustersWith(selector).filter(selected::contains).toList())
        .orElse(List.of());
  }

  /**
   * Returns which of the clusters that joined after the end of the last attempt wait for an
   * approval; empty if none does (rollout-strategy 3.7).
   *
   * @param joined those that would get a version
   */
  public Optional<NewcomerApprovals.Waiting> unapproved(Set<String> joined) {
    boolean ruled = !rolloutSpec.approvalRules.isEmpty();
    if (joined.isEmpty() || rollout.isEmpty() || !NewcomerApprovals.asks(acceptance, ruled)) {
      return Optional.empty();
    }
    RolloutStatusParser last = rolloutStatus().orElseThrow();
    return NewcomerApprovals.of(
            objects.policy(),
            acceptance,
            last.given(),
            intent,
            rootView().orElseThrow(),
            declaredGroups(),
            approvals.ofNewcomers(
                objects.root(),
                objects.approvals(),
                Objects.requireNonNullElse(last.status().rolloutUID, ""),
                now))
        .flatMap(waiting -> waiting.waiting(groups.of(joined)));
  }

  /** Empty unless there is a version to give them (rollout-strategy 3.7). */
  private List<String> bare(
      SortedSet<String> selected, Set<String> members, Collection<String> withReplica) {
    return lastSuccessfulRevision().isEmpty() || joining() || carriesOverBehindTheGate()
        ? List.of()
        : selected.stream()
            .filter(cluster -> members.contains(cluster) && !withReplica.contains(cluster))
            .toList();
  }

  /**
   * Whether the version that was rolled out last with success is the present one: behind the gate
   * an attempt is for newcomers then, and none of them has it before its turn.
   */
  private boolean carriesOverBehindTheGate() {
    return way() == StagingWay.GATE
        && root.map(policy -> policy.snapshot().revisionName(policy.name()))
            .equals(lastSuccessfulRevision());
  }

  /** The clusters that bindings of others enforce, beside OCM's propagator. */
  public List<String> foreign() {
    return way() == StagingWay.OVERRIDE
        ? root.map(policy -> versions.desired(policy.snapshot()))
            .map(Targets::enforcedByOverride)
            .orElse(List.of())
        : List.of();
  }

  /** When clusters are withdrawn from the override, beside OCM's propagator. */
  public OverrideRelease release() {
    return RolloutSpecReader.release(rolloutSpec);
  }

  /**
   * Returns whether clusters joined with an activation whose attempt has not ended: they have
   * nothing until their turn, not the version before (lazy-activation 4.2).
   */
  public boolean joining() {
    boolean joined =
        active
            .flatMap(ActiveTargeting::recorded)
            .filter(activation -> activation.joined() > 0)
            .isPresent();
    return joined
        && rolloutStatus()
            .map(status -> status.record(root.orElseThrow().uid()))
            .filter(
                last ->
                    last.runOpen()
                        || last.generation() != version().orElseThrow().generation()
                        || !last.strategyHash().equals(strategy.hash()))
            .isPresent();
  }

  private StrategyType type() {
    return acceptance
        .flatMap(SettingsValidation::strategy)
        .map(Strategy::type)
        .orElse(StrategyType.PROGRESSIVE);
  }
}
