package io.sluice.hub.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.UserView;
import io.sluice.fleet.DecisionGroup;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.placement.ManagedClusterParser;
import io.sluice.placement.ManagedCluster;
import io.sluice.policy.BindingName;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.EvidenceResult;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Report;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.status.EndedCluster;
import io.sluice.template.StagedStrategy;
import io.sluice.template.work.BindingState;
import io.sluice.template.work.DependencyRequirement;
import io.sluice.template.work.DesiredWork;
import io.sluice.template.work.SettledIntent;
import io.sluice.template.work.WorkContents;
import io.sluice.template.work.WorkEvidence;
import io.sluice.template.work.WorkName;
import io.sluice.template.work.WorkState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Derives what a rollout has to know of the clusters of a binding: their groups, what each should
 * have, and what it has (lazy-activation 3).
 */
public final class BindingClusters {
  private final BindingName name;
  private final Optional<BindingState> state;
  private final Optional<PolicyVersion> version;
  private final Optional<StagedStrategy> strategy;
  private final Optional<SettledIntent> settled;
  private final Map<String, GenericKubernetesResource> clusters = new TreeMap<>();
  private final Map<String, WorkState> works;
  private final BindingObjects objects;
  private final UserView view;

  /** Guarded by this; made when it is asked for first, as most questions are about other things. */
  private Optional<WorkContents> contents = Optional.empty();

  /**
   * Derives them.
   *
   * @param view what the user owns of a template
   * @param version the activation that is carried out
   * @param settled what succeeded last
   */
  BindingClusters(
      BindingObjects objects,
      UserView view,
      Optional<BindingState> state,
      Optional<PolicyVersion> version,
      Optional<StagedStrategy> strategy,
      Optional<SettledIntent> settled) {
    this.objects = objects;
    this.view = view;
    this.name = objects.name();
    this.state = state;
    this.version = version;
    this.strategy = strategy;
    this.settled = settled;
    objects.clusters().stream()
        .filter(cluster -> !HubObjects.deleting(cluster))
        .forEach(cluster -> clusters.put(cluster.getMetadata().getName(), cluster));
    this.works = WorkParser.standing(objects.works());
  }

  private synchronized Optional<WorkContents> contents() {
    if (contents.isEmpty()) {
      contents = state.map(this::read);
    }
    return contents;
  }

  private WorkContents read(BindingState binding) {
    return new WorkContents(
        view,
        binding,
        objects.template().map(HubObjects::whole).orElse(Map.of()),
        works.values(),
        requirements(objects.requiring(), binding));
  }

  private static List<DependencyRequirement> requirements(
      List<GenericKubernetesResource> requiring, BindingState binding) {
    return requiring.stream()
        .map(BindingParser::parse)
        .map(workload -> DependencyRequirement.of(workload, workload.clusters()))
        .filter(
            workload -> binding.requiredClusters().stream().anyMatch(workload.clusters()::contains))
        .toList();
  }

  /** Returns the Works that are not being deleted, by cluster. */
  public Map<String, WorkState> works() {
    return works;
  }

  /**
   * Returns the clusters of the active placement, by name. Without those that get the template
   * because a workload requires it: they have the present content at once.
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

  /** Returns the objects of the clusters that there are. */
  List<GenericKubernetesResource> managed() {
    return List.copyOf(clusters.values());
  }

  private List<ManagedCluster> members() {
    return target().stream().map(clusters::get).map(ManagedClusterParser::parse).toList();
  }

  private List<DecisionGroup> groups() {
    return strategy.map(found -> found.group(name.binding(), members())).orElse(List.of());
  }

  /** Returns the groups that its strategy declares; unknown while it has none that can be used. */
  public DeclaredGroups declared() {
    return strategy
        .map(found -> DeclaredGroups.of(found.declared(name.binding(), members()), 1))
        .orElseGet(DeclaredGroups::unknown);
  }

  /** Returns the fleet; clusters that left the target are no part of it. */
  public FleetView fleet() {
    List<String> ignored =
        strategy
            .flatMap(StagedStrategy::ignored)
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
    return settled
        .filter(former -> former.selects(cluster, HubObjects.labels(clusters.get(cluster))))
        .isPresent();
  }

  /** Returns what a cluster is to have; empty where the content is kept nowhere any more. */
  public Optional<DesiredWork> active(String cluster) {
    return contents().flatMap(found -> found.active(cluster));
  }

  /** Returns what a cluster had before; empty where no Work holds that content. */
  public Optional<DesiredWork> former(String cluster) {
    return contents().flatMap(found -> settled.flatMap(former -> found.settled(cluster, former)));
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
      return Report.replicaGone(cluster, unreachable, at);
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

  /** Returns what its clusters have after the end of an attempt for this version. */
  List<EndedCluster> ended(Instant at) {
    return target().stream()
        .filter(works::containsKey)
        .map(
            cluster -> {
              Report report = report(cluster, Optional.of(works.get(cluster)), at);
              boolean current =
                  version.filter(v -> v.contentHash().equals(report.contentHash())).isPresent();
              return new EndedCluster(
                  cluster,
                  works.get(cluster).dispatch(),
                  current ? report.verdict() : Verdict.SILENT);
            })
        .toList();
  }

  /**
   * Returns the content hash of the version if the Work holds what its cluster should have in that
   * version; else what it holds.
   */
  public String content(WorkState work) {
    return carries(work) ? version.orElseThrow().contentHash() : work.held();
  }

  private boolean carries(WorkState work) {
    return version.isPresent()
        && active(work.cluster())
            .map(desired -> desired.revision().equals(work.held()))
            .orElseGet(() -> dispatchedThis(work));
  }

  private boolean dispatchedThis(WorkState work) {
    return work.held().equals(work.revision())
        && work.dispatch()
            .filter(given -> given.content().equals(version.orElseThrow().contentHash()))
            .isPresent();
  }

  /** Returns whether there is a ManagedCluster of that name. */
  public boolean managed(String cluster) {
    return clusters.containsKey(cluster);
  }

  /**
   * Returns whether a cluster is gone, or OCM says that it is not available; without the condition
   * OCM does not keep track of it.
   */
  public boolean unreachable(String cluster) {
    return !managed(cluster) || Reachability.denied(clusters.get(cluster));
  }
}
