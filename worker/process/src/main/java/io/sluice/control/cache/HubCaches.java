package io.sluice.control.cache;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.beside.OverrideName;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.approval.RememberedGuard;
import io.sluice.hub.beside.OverriddenReplicas;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.definition.PolicyDefinition;
import io.sluice.hub.informer.Informers;
import io.sluice.hub.ledger.TicketLedgers;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.propagator.PropagatorLeaseReader;
import io.sluice.hub.propagator.PropagatorNamespaces;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.PlacementCache;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.replica.ReplicaObserver;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.replica.ReplicaView;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.hub.schedule.CalendarReader;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
import io.sluice.policy.Replica;
import io.sluice.policy.propagation.PolicySetView;
import io.sluice.process.metrics.TicketMetrics;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Caches the policies, placements, clusters and rollouts of the hub, with one informer for each
 * kind.
 *
 * <p>Replicas are cached in a reduced form, see {@link ReplicaStore}. {@link HubCachesBuilder}
 * starts them.
 */
public final class HubCaches implements AutoCloseable {
  /** For how long a missing strategy does not count as removed after the CRD was repaired. */
  public static final Duration STRATEGY_GRACE = Duration.ofSeconds(10);

  private final ProcessTime time;
  private final Optional<TicketMetrics> tickets;
  private final PropagatedChanges changes;
  private final ReplicaStore replicas;
  private final Optional<OverriddenReplicas> overridden;
  private final HubMode mode;
  private final PropagatorNamespaces namespaces;
  private final PropagatorGuard propagator;
  private final Supplier<Optional<Instant>> silence;
  private final PolicyDefinition definition;
  private final RootRefresher roots;
  private final TicketLedgers ledgers;
  private final RootContentReader contents;
  private final CalendarCache calendars;
  private final ApprovalGuard approvals;
  private final PlacementCache placements = new PlacementCache();
  private final AtomicLong dropping = new AtomicLong(Long.MIN_VALUE);
  private final Informers informers;
  private volatile Supplier<Optional<Problem>> gate = Optional::empty;

  HubCaches(HubCachesBuilder of) {
    this.mode = of.mode();
    this.namespaces = of.namespaces();
    this.time = of.time();
    this.changes = new PropagatedChanges(time.clock());
    this.informers =
        of.informers(
            (kind, former, present) -> {
              changed(kind, former, present);
              of.listener().changed(kind, former, present);
            });
    boolean beside = mode == HubMode.BESIDE;
    this.tickets = beside ? Optional.of(new TicketMetrics(time.clock())) : Optional.empty();
    this.replicas =
        new ReplicaStore(
            namespace -> managedCluster(namespace).isPresent(),
            tickets.<ReplicaObserver>map(changes::and).orElse(ReplicaObserver.NONE),
            of.contents());
    this.overridden =
        beside
            ? Optional.of(new OverriddenReplicas(replicas, changes, this::overridePages))
            : Optional.empty();
    this.propagator =
        of.guarded()
            ? new PropagatorGuard(this::propagatorLeases, time.clock())
            : PropagatorGuard.ALONE;
    KubernetesClient client = of.client();
    this.silence =
        beside ? new PropagatorLeaseReader(client, namespaces, time.clock()) : Optional::empty;
    this.definition = new PolicyDefinition(client);
    this.ledgers = new TicketLedgers(client);
    this.calendars = new CalendarCache(informers, new CalendarReader(new HubApi(client)), time);
    this.approvals = of.acting() ? RememberedGuard.of(client, time.clock()) : ApprovalGuard.UNASKED;
    this.roots = new RootRefresher(new HubApi(client), replicas);
    this.contents = new RootContentReader(new HubApi(client));
  }

  void watch(List<ResourceDefinitionContext> whole, List<ResourceDefinitionContext> more) {
    if (mode == HubMode.STANDALONE) {
      informers.watch(Kinds.POLICY, replicas);
    } else {
      // OCM's propagator writes the status of roots, and nobody reads here what it says of
      // clusters.
      informers.watchWithoutRows(replicas);
    }
    for (ResourceDefinitionContext kind : whole) {
      if (kind == Kinds.PLACEMENT_DECISION) {
        informers.watch(kind, Map.of(DecisionIndex.NAME, DecisionIndex::keys));
      } else {
        informers.watch(kind);
      }
    }
    if (mode == HubMode.STANDALONE) {
      // Beside OCM's propagator neither its Lease nor the fields of the Policy CRD matter.
      informers.watch(Kinds.DEFINITION, PolicyDefinition.NAME);
      informers.watch(Kinds.LEASE, PropagatorGuard.LEASE);
    }
    // Placement rules are legacy: many hubs have no such kind.
    Stream.concat(Stream.of(Kinds.PLACEMENT_RULE), more.stream()).forEach(informers::watchIfServed);
    CalendarCache.KINDS.forEach(informers::watchIfServed);
    informers.awaitSync();
  }

  public ReplicaStore replicas() {
    return replicas;
  }

  /** The replicas with their dispatches: where OCM's propagator writes them, as pages name them. */
  public ReplicaView view() {
    return overridden.<ReplicaView>map(view -> view).orElse(replicas);
  }

  /** The replicas that OCM's propagator writes, if it does. */
  public Optional<OverriddenReplicas> overridden() {
    return overridden;
  }

  /** Measures the tickets of the gate; absent where Sluice writes the replicas. */
  public Optional<TicketMetrics> tickets() {
    return tickets;
  }

  /** What was seen of their changes. */
  public PropagatedChanges changes() {
    return changes;
  }

  private List<GenericKubernetesResource> overridePages(PolicyName policy) {
    String label = OverrideName.label(policy);
    return in(Kinds.PLACEMENT_DECISION, policy.namespace()).stream()
        .filter(page -> label.equals(HubObjects.labels(page).get(OverrideName.LABEL)))
        .toList();
  }

  /**
   * The objects that concern one policy. All are cached; only the content of a large root may have
   * to be read from the hub.
   */
  public PolicyObjects objects(PolicyName policy) {
    return objects(policy, contents.whole(replicas.root(policy)), this::strategyDropped);
  }

  /**
   * The same, with what is always cached of the root: enough to tell which clusters it selects, and
   * not what it brings to them.
   */
  public PolicyObjects outline(PolicyName policy) {
    return objects(policy, replicas.root(policy), this::strategyDropped);
  }

  /** Returns whether a pass over a policy takes much memory. */
  public boolean large(PolicyName policy) {
    return replicas.root(policy).filter(RootContentReader::large).isPresent();
  }

  /** The same, but asks the hub whether its CRD keeps strategies, before what cannot be undone. */
  public PolicyObjects objectsToActOn(PolicyName policy) {
    if (mode == HubMode.STANDALONE && rollout(policy).isPresent()) {
      roots.refresh(policy);
    }
    return objects(policy, contents.whole(replicas.root(policy)), this::strategyDroppedNow);
  }

  /** The same as {@link #strategyDropped}, but asks the hub. */
  public boolean strategyDroppedNow() {
    return strategyDropped() || mode == HubMode.STANDALONE && definition.dropsStrategy();
  }

  private PolicyObjects objects(
      PolicyName policy,
      Optional<GenericKubernetesResource> root,
      BooleanSupplier strategyDropped) {
    String namespace = policy.namespace();
    return new PolicyObjects(
        policy,
        root,
        rollout(policy),
        in(Kinds.PLACEMENT_BINDING, namespace),
        in(Kinds.POLICY_SET, namespace),
        in(Kinds.PLACEMENT, namespace),
        in(Kinds.PLACEMENT_RULE, namespace),
        in(Kinds.PLACEMENT_DECISION, namespace),
        this::managedClusters,
        strategyDropped,
        propagator
            .problem(namespace, mode == HubMode.STANDALONE && !mayBeRoot(policy))
            .or(() -> way(policy) == StagingWay.GATE ? gate.get() : Optional.empty()),
        this::members,
        mode,
        ledgers.of(policy, rollout(policy)),
        placements,
        calendars.of(namespace),
        approvals);
  }

  /**
   * Has nothing begin of a policy behind the gate for that reason, from now on.
   *
   * @param problem why the gate does not hold; empty while it does
   */
  public void guardGate(Supplier<Optional<Problem>> problem) {
    gate = requireNonNull(problem, "problem is null");
  }

  /** Returns how the policy is staged, if it is. */
  public StagingWay way(PolicyName policy) {
    return mode.way(replicas.root(policy));
  }

  /** Returns which version each cluster took by a ticket, where replicas do not show it. */
  public TicketLedgers ledgers() {
    return ledgers;
  }

  /** Returns the calendars that may bind the Rollouts of a namespace. */
  public CalendarObjects calendars(String namespace) {
    return calendars.of(namespace);
  }

  /** Decides whether rules of approvals may be used. */
  public ApprovalGuard approvals() {
    return approvals;
  }

  /** Returns whether OCM's propagator writes the replicas. */
  public HubMode mode() {
    return mode;
  }

  /**
   * Whether the Policy CRD drops strategies that count (rollout-strategy 1.6), or did so a moment
   * ago: a server, and this cache, show policies by the former definition for a while.
   */
  public boolean strategyDropped() {
    return mode == HubMode.STANDALONE
        && (find(Kinds.DEFINITION, PolicyDefinition.NAME)
                .filter(PolicyDefinition::dropsStrategy)
                .isPresent()
            || time.nanos() < dropping.get());
  }

  /** The policies that a set lists. */
  Optional<List<String>> members(String namespace, String name) {
    return find(Kinds.POLICY_SET, namespace + "/" + name)
        .map(HubObjects::tree)
        .map(PolicySetView::of)
        .map(PolicySetView::policies);
  }

  /** Whether the Policy CRD keeps {@code status.conditions}; older ones drop them. */
  public boolean keepsConditions() {
    return find(Kinds.DEFINITION, PolicyDefinition.NAME)
        .filter(PolicyDefinition::dropsConditions)
        .isEmpty();
  }

  private void changed(
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    if (kind == Kinds.DEFINITION && present.isPresent()) {
      former
          .filter(PolicyDefinition::dropsStrategy)
          .ifPresent(dropped -> dropping.set(time.nanos() + STRATEGY_GRACE.toNanos()));
    } else if (kind == Kinds.MANAGED_CLUSTER && present.isEmpty()) {
      // Its replicas still count as Sluice's until they are removed.
      replicas.adoptAll(former.orElseThrow().getMetadata().getName());
    } else if (kind == Kinds.ROLLOUT && present.isEmpty()) {
      // The pages of its ledger go with it.
      ObjectMeta gone = former.orElseThrow().getMetadata();
      PolicyName.ofRollout(gone.getNamespace(), gone.getName()).ifPresent(ledgers::forget);
    }
  }

  /** The kinds that are watched, as {@code policies.policy.open-cluster-management.io}. */
  public List<String> watched() {
    return informers.kinds().stream().map(Kinds::resource).toList();
  }

  /** Decides whether replicas and statuses of policies may be written. */
  public PropagatorGuard propagator() {
    return propagator;
  }

  /**
   * Since when OCM's propagator does not run beside Sluice; empty where it does, or is not known.
   */
  public Optional<Instant> propagatorSilentSince() {
    return silence.get();
  }

  /** The Leases that may be those of OCM's propagator. */
  public List<GenericKubernetesResource> propagatorLeases() {
    return namespaces.leases(informers.all(Kinds.LEASE));
  }

  /** Returns what watches the hub for these caches. */
  public Informers informers() {
    return informers;
  }

  /** Returns the kinds that have not been read since {@link Informers#listAnew}. */
  public List<String> notRead() {
    return informers.kinds().stream()
        .filter(kind -> !informers.synced(kind))
        .map(Kinds::resource)
        .toList();
  }

  public Optional<GenericKubernetesResource> rollout(PolicyName policy) {
    return find(Kinds.ROLLOUT, policy.namespace() + "/" + policy.rolloutName());
  }

  public List<GenericKubernetesResource> managedClusters() {
    return all(Kinds.MANAGED_CLUSTER);
  }

  public Optional<GenericKubernetesResource> managedCluster(String name) {
    return find(Kinds.MANAGED_CLUSTER, name);
  }

  /** False for the namespace of a managed cluster: a Policy there is a replica, stale, or held. */
  public boolean mayBeRoot(PolicyName policy) {
    return managedCluster(policy.namespace()).isEmpty();
  }

  /** The Policies in a namespace that are no replicas: roots, or stale ones. */
  List<PolicyName> policiesIn(String namespace) {
    return Stream.concat(
            replicas.roots().stream()
                .map(GenericKubernetesResource::getMetadata)
                .map(meta -> new PolicyName(meta.getNamespace(), meta.getName())),
            replicas.strays().stream())
        .filter(policy -> policy.namespace().equals(namespace))
        .toList();
  }

  /** The replicas of a policy, without what only a write needs. */
  public List<Replica> replicasOf(PolicyName policy) {
    return replicas.replicas(policy).values().stream().map(CachedReplica::replica).toList();
  }

  /** Returns those of these replicas that are on managed clusters, by cluster. */
  public Map<String, CachedReplica> managed(Map<String, CachedReplica> found) {
    Map<String, CachedReplica> managed = new HashMap<>(found);
    managed.keySet().removeIf(cluster -> managedCluster(cluster).isEmpty());
    return managed;
  }

  public List<GenericKubernetesResource> rollouts() {
    return all(Kinds.ROLLOUT);
  }

  public List<GenericKubernetesResource> policySets() {
    return all(Kinds.POLICY_SET);
  }

  /** Returns whether a kind is watched, and the hub served it when it was listed last. */
  public boolean served(ResourceDefinitionContext kind) {
    return informers.served(kind);
  }

  /** Returns all objects of a kind; none where it is not cached. */
  public List<GenericKubernetesResource> all(ResourceDefinitionContext kind) {
    return informers.all(kind);
  }

  /**
   * Returns an object; empty also where its kind is not cached.
   *
   * @param key {@code namespace/name}, or {@code name}
   */
  public Optional<GenericKubernetesResource> find(ResourceDefinitionContext kind, String key) {
    return informers.find(kind, key);
  }

  /** Returns the objects of a kind in a namespace; none where it is not cached. */
  public List<GenericKubernetesResource> in(ResourceDefinitionContext kind, String namespace) {
    return informers.in(kind, namespace);
  }

  /**
   * Returns the PlacementDecisions that carry the label of a Placement, or a name that may be of
   * it.
   *
   * @param placement {@code namespace/name}
   */
  public List<GenericKubernetesResource> decisions(String placement) {
    return informers.by(Kinds.PLACEMENT_DECISION, DecisionIndex.NAME, placement);
  }

  @Override
  public void close() {
    informers.close();
  }
}
