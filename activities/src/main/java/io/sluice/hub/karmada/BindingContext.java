package io.sluice.hub.karmada;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActiveIntent;
import io.sluice.activation.UserView;
import io.sluice.evidence.EvidenceResult;
import io.sluice.fleet.DecisionGroup;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.placement.ManagedClusterParser;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.status.Claim;
import io.sluice.hub.status.FieldManagers;
import io.sluice.hub.status.IntentParser;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.karmada.StagedStrategy;
import io.sluice.karmada.StagedStrategyParser;
import io.sluice.karmada.work.BindingState;
import io.sluice.karmada.work.DependencyRequirement;
import io.sluice.karmada.work.DesiredWork;
import io.sluice.karmada.work.RolloutStanding;
import io.sluice.karmada.work.SettledIntent;
import io.sluice.karmada.work.WorkContents;
import io.sluice.karmada.work.WorkEvidence;
import io.sluice.karmada.work.WorkName;
import io.sluice.karmada.work.WorkState;
import io.sluice.lifecycle.RolloutRecord;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.placement.ManagedCluster;
import io.sluice.policy.BindingName;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Hashes;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Report;
import io.sluice.rollout.RootView;
import io.sluice.strategy.DeclaredGroups;
import io.sluice.strategy.Refusal;
import io.sluice.workflow.AttemptRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Derives what a rollout has to know of a binding: its version, its clusters in their groups, and
 * what each of them has (lazy-activation 3).
 *
 * <p>A version is one activation of the gate. Its number counts the activations, its content hash
 * is the revision of the intent.
 */
public final class BindingContext {
  private static final String AVAILABLE = "ManagedClusterConditionAvailable";

  private final BindingName name;
  private final Optional<GenericKubernetesResource> object;
  private final Optional<BindingState> state;
  private final Optional<GenericKubernetesResource> rollout;
  private final Map<String, GenericKubernetesResource> clusters = new TreeMap<>();
  private final Map<String, WorkState> works;
  private final Optional<StagedStrategyParser.Result> strategy;
  private final Optional<WorkContents> contents;

  private BindingContext(BindingObjects objects, UserView view) {
    this.name = objects.name();
    this.object =
        objects.binding().filter(found -> found.getMetadata().getDeletionTimestamp() == null);
    this.state = object.map(BindingParser::parse);
    this.rollout = objects.rollout();
    objects.clusters().stream()
        .filter(cluster -> cluster.getMetadata().getDeletionTimestamp() == null)
        .forEach(cluster -> clusters.put(cluster.getMetadata().getName(), cluster));
    this.works = WorkParser.standing(objects.works());
    this.strategy = state.flatMap(BindingState::strategy).map(StagedStrategyParser::parse);
    this.contents =
        state.map(
            binding ->
                new WorkContents(
                    view,
                    binding,
                    objects.template().map(HubObjects::toTree).orElse(Map.of()),
                    works.values(),
                    requirements(objects.requiring(), binding)));
  }

  /**
   * Derives it.
   *
   * @param view what the user owns of a template
   */
  public static BindingContext of(BindingObjects objects, UserView view) {
    return new BindingContext(objects, requireNonNull(view, "view is null"));
  }

  private static List<DependencyRequirement> requirements(
      List<GenericKubernetesResource> requiring, BindingState binding) {
    return requiring.stream()
        .map(BindingParser::parse)
        .map(
            workload ->
                new DependencyRequirement(
                    workload.namespace(),
                    workload.name(),
                    workload.permanentId().orElse(""),
                    workload.clusters(),
                    workload.snapshot().orElse(Map.of())))
        .filter(
            workload -> binding.requiredClusters().stream().anyMatch(workload.clusters()::contains))
        .toList();
  }

  public BindingName name() {
    return name;
  }

  public Optional<BindingState> state() {
    return state;
  }

  public Optional<GenericKubernetesResource> rollout() {
    return rollout;
  }

  /** Returns the Works that stand, by cluster. */
  public Map<String, WorkState> works() {
    return works;
  }

  /** Returns whether a rollout carries it; else every cluster gets it at once. */
  public boolean staged() {
    return strategy.isPresent();
  }

  /** Returns its version; empty when it is gone or holds no active intent. */
  public Optional<PolicyVersion> version() {
    return state
        .flatMap(BindingState::record)
        .flatMap(ActivationRecord::active)
        .map(ActiveIntent::revision)
        .map(revision -> new PolicyVersion(uid(), state.get().activations(), revision));
  }

  private String uid() {
    return object.orElseThrow().getMetadata().getUid();
  }

  /** Returns the binding as the workflow sees it. */
  public Optional<RootView> root() {
    return version()
        .map(version -> new RootView(version, false, staged(), strategyHash(), Optional.empty()));
  }

  private String strategyHash() {
    return state.flatMap(BindingState::strategy).map(Hashes::ofTree).orElse("");
  }

  /** Returns the settings of its rollout; one that was edited by hand may be refused. */
  public Optional<SettingsValidation> settings() {
    return strategy.map(
        parsed ->
            new SettingsValidation(
                parsed.strategy().map(found -> found.forClusters(target().size())),
                PendingMode.KEEP_PREVIOUS,
                false,
                parsed.strategy().flatMap(StagedStrategy::ignored),
                List.of(),
                refusal(parsed)));
  }

  private Optional<Refusal> refusal(StagedStrategyParser.Result parsed) {
    return parsed.problems().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                "BadStrategy",
                "Cannot roll out binding %s: %s"
                    .formatted(name, String.join(" ", parsed.problems()))));
  }

  /**
   * Returns the clusters of the active placement, by name. Those that a workload requires have the
   * present content at once, and take no part.
   */
  public List<String> target() {
    return state
        .map(
            binding ->
                binding.clusters().stream()
                    .filter(clusters::containsKey)
                    .filter(WorkName::addressable)
                    .filter(cluster -> !binding.requiredClusters().contains(cluster))
                    .toList())
        .orElse(List.of());
  }

  private List<ManagedCluster> members() {
    return target().stream().map(clusters::get).map(ManagedClusterParser::parse).toList();
  }

  private List<DecisionGroup> groups() {
    return strategy
        .flatMap(StagedStrategyParser.Result::strategy)
        .map(found -> found.group(name.binding(), members()))
        .orElse(List.of());
  }

  /** Returns the groups that its strategy declares; unknown while it has none that can be used. */
  public DeclaredGroups declared() {
    return strategy
        .flatMap(StagedStrategyParser.Result::strategy)
        .map(found -> DeclaredGroups.of(found.declared(name.binding(), members()), 1))
        .orElseGet(DeclaredGroups::unknown);
  }

  /** Returns the fleet; clusters that left the target are no part of it. */
  public FleetView fleet() {
    List<String> ignored =
        settings()
            .flatMap(SettingsValidation::ignored)
            .map(
                selector ->
                    target().stream()
                        .filter(each -> selector.matches(HubObjects.labels(clusters.get(each))))
                        .toList())
            .orElse(List.of());
    List<String> without =
        target().stream()
            .filter(cluster -> !works.containsKey(cluster) && hadFormer(cluster))
            .toList();
    return new FleetView(groups(), Optional.empty(), List.of(), ignored, without, List.of());
  }

  /**
   * Returns whether a cluster without a Work gets what succeeded last until its turn: its placement
   * selects the cluster, too. What an activation adds has nothing until then.
   */
  private boolean hadFormer(String cluster) {
    return settled()
        .filter(former -> former.selects(cluster, HubObjects.labels(clusters.get(cluster))))
        .isPresent();
  }

  /** Returns the observation for an attempt. */
  public HubSnapshot view(AttemptRef attempt) {
    return new HubSnapshot(
        Claim.of(attempt, rollout),
        root(),
        settings().flatMap(SettingsValidation::refusal).map(Refusal::message),
        intent(),
        fleet());
  }

  /** Returns what the spec of the Rollout object asks for. */
  public Intent intent() {
    return rollout
        .map(
            found ->
                IntentParser.of(
                    HubObjects.part(found, "spec"),
                    FieldManagers.of(found),
                    HubObjects.generation(found)))
        .orElse(Intent.NONE);
  }

  /** Returns what the Rollout object reports of the last attempt. */
  public Optional<RolloutRecord> record() {
    return version()
        .flatMap(
            version ->
                rollout.map(found -> RolloutStatusParser.of(found).record(version.policyUid())));
  }

  /** Returns how far the rollout of the active intent has come. */
  public RolloutStanding standing() {
    Optional<RolloutRecord> ended =
        record()
            .filter(last -> !last.runOpen())
            .filter(last -> root().filter(last::attempted).isPresent())
            .filter(last -> !last.ended(Outcome.SUPERSEDED));
    if (ended.filter(last -> last.ended(Outcome.SUCCEEDED)).isPresent()) {
      return RolloutStanding.SUCCEEDED;
    }
    boolean halted =
        ended
            .filter(last -> last.ended(Outcome.FAILED) || last.ended(Outcome.ABORTED))
            .filter(last -> !last.retry().equals(Optional.of(last.rolloutUid())))
            .isPresent();
    return halted ? RolloutStanding.HALTED : RolloutStanding.UNDER_WAY;
  }

  /** Returns the mark of a Work that a cluster gets when it joins after the success. */
  public Optional<Dispatch> newcomer(Instant now) {
    return record()
        .filter(last -> standing() == RolloutStanding.SUCCEEDED)
        .map(
            last ->
                new Dispatch(
                    last.rolloutUid(),
                    last.attempt(),
                    last.generation(),
                    Dispatch.As.NEWCOMER,
                    now,
                    now,
                    Map.of()));
  }

  /** Returns how many clusters have joined since the success. */
  public long newcomers() {
    Optional<Dispatch> mark = newcomer(Instant.EPOCH);
    return target().stream()
        .flatMap(cluster -> Optional.ofNullable(works.get(cluster)).stream())
        .flatMap(work -> work.dispatch().stream())
        .filter(
            given ->
                mark.filter(
                        last -> given.is(last.rolloutUid(), last.attempt(), Dispatch.As.NEWCOMER))
                    .isPresent())
        .count();
  }

  /** Returns what succeeded last. */
  public Optional<SettledIntent> settled() {
    return rollout.flatMap(
        found ->
            SettledIntent.parse(JsonTree.map(RolloutStatusTree.status(found), "lastSuccessful")));
  }

  /** Returns what a cluster is to have; empty where the content is kept nowhere any more. */
  public Optional<DesiredWork> active(String cluster) {
    return contents.flatMap(found -> found.active(cluster));
  }

  /** Returns what a cluster had before; empty where no Work holds that content. */
  public Optional<DesiredWork> former(String cluster) {
    return contents.flatMap(found -> settled().flatMap(settled -> found.settled(cluster, settled)));
  }

  /** Returns the highest number of an attempt that a Work names. */
  public long highestAttempt() {
    return works.values().stream()
        .flatMap(work -> work.dispatch().stream())
        .mapToLong(Dispatch::attempt)
        .max()
        .orElse(0);
  }

  /** Reports what a cluster has, from its Work as it was read at that instant. */
  public Report report(String cluster, Optional<WorkState> found, Instant at) {
    boolean unreachable = unreachable(cluster);
    if (found.isEmpty()) {
      return ReplicaJudge.gone(cluster, unreachable, at);
    }
    WorkState work = found.get();
    EvidenceResult evidence = WorkEvidence.judge(work);
    return new Report(
        cluster,
        work.dispatch().map(Dispatch::attempt).orElse(0L),
        content(work),
        evidence.verdict(),
        evidence.weak(),
        unreachable,
        at.toEpochMilli());
  }

  /** Returns the content hash of the version, if a Work holds what it is to hold of it. */
  public String content(WorkState work) {
    return carries(work) ? version().orElseThrow().contentHash() : work.held();
  }

  private boolean carries(WorkState work) {
    return version().isPresent()
        && active(work.cluster())
            .map(desired -> desired.revision().equals(work.held()))
            .orElseGet(() -> dispatchedThis(work));
  }

  private boolean dispatchedThis(WorkState work) {
    return work.held().equals(work.revision())
        && work.dispatch()
            .filter(given -> given.content().equals(version().orElseThrow().contentHash()))
            .isPresent();
  }

  /** A cluster without the condition is none of which OCM keeps track. */
  private boolean unreachable(String cluster) {
    return Optional.ofNullable(clusters.get(cluster))
        .map(found -> JsonTree.maps(HubObjects.part(found, "status"), "conditions"))
        .filter(
            conditions ->
                conditions.stream()
                    .noneMatch(
                        condition ->
                            AVAILABLE.equals(condition.get("type"))
                                && !"True".equals(condition.get("status"))))
        .isEmpty();
  }
}
