package io.sluice.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.sluice.beside.OverrideName;
import io.sluice.hub.beside.OverriddenReplicas;
import io.sluice.hub.beside.ReplicaChanges;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.PlacementCache;
import io.sluice.hub.read.PolicyDefinition;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.read.PropagatorGuard;
import io.sluice.hub.replica.ReplicaObserver;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.replica.ReplicaView;
import io.sluice.hub.transport.InformerLists;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.propagation.PolicySetView;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Caches the policies, placements, clusters and rollouts of the hub, by one informer a kind.
 *
 * <p>Replicas are cached in a reduced form, see {@link ReplicaStore}.
 */
public final class HubCaches implements AutoCloseable {
  /** For how long a missing strategy does not count as removed after the CRD was repaired. */
  static final Duration STRATEGY_GRACE = Duration.ofSeconds(10);

  private static final long SYNC_SECONDS = 120;

  /** Objects a page: the whole list of a large fleet takes more memory than its cache. */
  private static final long PAGE = 500;

  /** Kinds that are cached whole, in the order in which they are listed. */
  private static final List<ResourceDefinitionContext> WHOLE =
      List.of(
          Kinds.PLACEMENT_BINDING,
          Kinds.POLICY_SET,
          Kinds.PLACEMENT,
          Kinds.PLACEMENT_DECISION,
          Kinds.MANAGED_CLUSTER,
          Kinds.ROLLOUT);

  private final ReplicaChanges changes = new ReplicaChanges(Clock.systemUTC());
  private final ReplicaStore replicas;
  private final Optional<OverriddenReplicas> overridden;
  private final HubMode mode;
  private final PropagatorGuard propagator;
  private final PolicyDefinition definition;
  private final RootRefresher roots;
  private final Optional<InformerLists> lists;
  private final PlacementCache placements = new PlacementCache();
  private final AtomicLong dropping = new AtomicLong(Long.MIN_VALUE);
  private final Map<ResourceDefinitionContext, SharedIndexInformer<GenericKubernetesResource>>
      informers = new LinkedHashMap<>();

  /** Receives every change; must return at once. */
  public interface Listener {
    /**
     * A change of one object.
     *
     * @param former the object before; absent when it is new
     * @param present the object now; absent when it was deleted
     */
    void changed(
        ResourceDefinitionContext kind,
        Optional<GenericKubernetesResource> former,
        Optional<GenericKubernetesResource> present);
  }

  private HubCaches(
      KubernetesClient client, HubMode mode, Optional<InformerLists> lists, boolean propagated) {
    this.mode = mode;
    boolean beside = mode == HubMode.BESIDE;
    this.replicas =
        new ReplicaStore(
            namespace -> managedCluster(namespace).isPresent(),
            beside ? changes : ReplicaObserver.NONE);
    this.overridden =
        beside
            ? Optional.of(new OverriddenReplicas(replicas, changes, this::overridePages))
            : Optional.empty();
    this.propagator =
        mode == HubMode.BESIDE || !propagated
            ? PropagatorGuard.ALONE
            : new PropagatorGuard(this::propagatorLeases, Clock.systemUTC());
    this.definition = new PolicyDefinition(client);
    this.roots = new RootRefresher(new HubApi(client), replicas);
    this.lists = lists;
  }

  /**
   * Starts the informers, and waits until each has listed its kind.
   *
   * @param more further kinds, which are cached as far as the hub serves them
   */
  public static HubCaches start(
      HubConnections hub, HubMode mode, List<ResourceDefinitionContext> more, Listener listener) {
    return start(hub.watches(), mode, Optional.of(hub.lists()), more, listener);
  }

  /** The same, on a client that tells nothing of its connections. */
  public static HubCaches start(KubernetesClient client, Listener listener) {
    return start(client, List.of(), listener);
  }

  /** The same, with further kinds. */
  public static HubCaches start(
      KubernetesClient client, List<ResourceDefinitionContext> more, Listener listener) {
    return start(client, HubMode.STANDALONE, Optional.empty(), more, listener);
  }

  /**
   * Caches a hub as it would be without OCM's propagator, for a command that writes nothing: the
   * Lease of the propagator does not count, and the hub may lack the kind Rollout.
   */
  static HubCaches preview(KubernetesClient client) {
    return started(
        new HubCaches(client, HubMode.STANDALONE, Optional.empty(), false),
        client,
        WHOLE.stream()
            .filter(
                kind ->
                    kind != Kinds.ROLLOUT
                        || client.supports(Kinds.apiVersion(kind), kind.getKind()))
            .toList(),
        List.of(),
        (kind, former, present) -> {});
  }

  private static HubCaches start(
      KubernetesClient client,
      HubMode mode,
      Optional<InformerLists> lists,
      List<ResourceDefinitionContext> more,
      Listener listener) {
    return started(new HubCaches(client, mode, lists, true), client, WHOLE, more, listener);
  }

  private static HubCaches started(
      HubCaches caches,
      KubernetesClient client,
      List<ResourceDefinitionContext> whole,
      List<ResourceDefinitionContext> more,
      Listener listener) {
    try {
      caches.watch(client, Kinds.POLICY, listener);
      whole.forEach(kind -> caches.watch(client, kind, listener));
      if (caches.mode == HubMode.STANDALONE) {
        // Beside OCM's propagator neither its Lease nor the fields of the Policy CRD matter.
        caches.watch(client, Kinds.DEFINITION, listener);
        caches.watch(client, Kinds.LEASE, listener);
      }
      // Placement rules are legacy: many hubs have no such kind.
      Stream.concat(Stream.of(Kinds.PLACEMENT_RULE), more.stream())
          .filter(kind -> client.supports(Kinds.apiVersion(kind), kind.getKind()))
          .forEach(kind -> caches.watch(client, kind, listener));
      caches.awaitSync();
      return caches;
    } catch (RuntimeException e) {
      caches.close();
      throw e;
    }
  }

  private void watch(KubernetesClient client, ResourceDefinitionContext kind, Listener listener) {
    SharedIndexInformer<GenericKubernetesResource> informer = informer(client, kind);
    if (kind == Kinds.POLICY) {
      informer.itemStore(replicas);
    }
    // Retry forever: fabric8's default stops for good when the first list fails.
    informer.exceptionHandler(HubCaches::again);
    informer.addEventHandler(handler(kind, listener));
    informers.put(kind, informer);
  }

  /** An error of the JVM is not tried again: fabric8 would keep it from the thread's handler. */
  private static boolean again(boolean started, Throwable failure) {
    if (failure instanceof Error || failure.getCause() instanceof Error) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    }
    return true;
  }

  private static SharedIndexInformer<GenericKubernetesResource> informer(
      KubernetesClient client, ResourceDefinitionContext kind) {
    var objects = client.genericKubernetesResources(kind);
    if (kind == Kinds.DEFINITION) {
      return objects.withField("metadata.name", PolicyDefinition.NAME).runnableInformer(0);
    }
    if (kind == Kinds.LEASE) {
      return objects
          .inAnyNamespace()
          .withField("metadata.name", PropagatorGuard.LEASE)
          .runnableInformer(0);
    }
    return kind.isNamespaceScoped()
        ? objects.inAnyNamespace().withLimit(PAGE).runnableInformer(0)
        : objects.withLimit(PAGE).runnableInformer(0);
  }

  private void awaitSync() {
    CompletableFuture<?>[] starts =
        informers.values().stream()
            .map(informer -> informer.start().toCompletableFuture())
            .toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(starts).get(SYNC_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "Cannot watch the hub: it has not answered every list within %d s. Look at its log, and whether its CRDs are installed."
              .formatted(SYNC_SECONDS),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the informers were starting", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "Cannot watch the hub: %s. Look at its log.".formatted(e.getCause().getMessage()), e);
    }
  }

  public ReplicaStore replicas() {
    return replicas;
  }

  /** The replicas with their dispatches: where OCM's propagator writes them, as pages name them. */
  ReplicaView view() {
    return overridden.<ReplicaView>map(view -> view).orElse(replicas);
  }

  /** The replicas that OCM's propagator writes, if it does. */
  public Optional<OverriddenReplicas> overridden() {
    return overridden;
  }

  /** What was seen of their changes. */
  ReplicaChanges changes() {
    return changes;
  }

  private List<GenericKubernetesResource> overridePages(PolicyName policy) {
    String label = OverrideName.label(policy);
    return in(Kinds.PLACEMENT_DECISION, policy.namespace()).stream()
        .filter(page -> label.equals(HubObjects.labels(page).get(OverrideName.LABEL)))
        .toList();
  }

  /** The cached objects that concern one policy. */
  public PolicyObjects objects(PolicyName policy) {
    return objects(policy, this::strategyDropped);
  }

  /** The same, but asks the hub whether its CRD keeps strategies, before what cannot be undone. */
  PolicyObjects objectsToActOn(PolicyName policy) {
    if (mode == HubMode.STANDALONE && rollout(policy).isPresent()) {
      roots.refresh(policy);
    }
    return objects(policy, this::strategyDroppedNow);
  }

  /** The same as {@link #strategyDropped}, but asks the hub. */
  boolean strategyDroppedNow() {
    return strategyDropped() || mode == HubMode.STANDALONE && definition.dropsStrategy();
  }

  private PolicyObjects objects(PolicyName policy, BooleanSupplier strategyDropped) {
    String namespace = policy.namespace();
    return new PolicyObjects(
        policy,
        replicas.root(policy),
        rollout(policy),
        in(Kinds.PLACEMENT_BINDING, namespace),
        in(Kinds.POLICY_SET, namespace),
        in(Kinds.PLACEMENT, namespace),
        in(Kinds.PLACEMENT_RULE, namespace),
        in(Kinds.PLACEMENT_DECISION, namespace),
        this::managedClusters,
        strategyDropped,
        propagator.problem(),
        this::members,
        mode,
        placements);
  }

  /** Returns whether OCM's propagator writes the replicas. */
  HubMode mode() {
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
            || System.nanoTime() < dropping.get());
  }

  /** The policies that a set lists. */
  private Optional<List<String>> members(String namespace, String name) {
    return find(Kinds.POLICY_SET, namespace + "/" + name)
        .map(HubObjects::tree)
        .map(PolicySetView::of)
        .map(PolicySetView::policies);
  }

  /** Whether the Policy CRD keeps {@code status.conditions}; older ones drop them. */
  boolean keepsConditions() {
    return find(Kinds.DEFINITION, PolicyDefinition.NAME)
        .filter(PolicyDefinition::dropsConditions)
        .isEmpty();
  }

  private void definitionChanged(GenericKubernetesResource former) {
    if (PolicyDefinition.dropsStrategy(former)) {
      dropping.set(System.nanoTime() + STRATEGY_GRACE.toNanos());
    }
  }

  /** The kinds that are watched, as {@code policies.policy.open-cluster-management.io}. */
  public List<String> watched() {
    return informers.keySet().stream().map(Kinds::resource).toList();
  }

  /** Decides whether replicas and statuses of policies may be written. */
  public PropagatorGuard propagator() {
    return propagator;
  }

  /** The Leases of OCM's propagator, in whatever namespace. */
  List<GenericKubernetesResource> propagatorLeases() {
    return informers.get(Kinds.LEASE).getIndexer().list();
  }

  /**
   * Whether every watch is connected. An informer itself shows a watch of a quiet kind as not
   * connected until its first bookmark.
   */
  boolean watching() {
    return lists
        .map(known -> known.watched(watched()))
        .orElseGet(() -> informers.values().stream().allMatch(SharedIndexInformer::isWatching));
  }

  Optional<GenericKubernetesResource> rollout(PolicyName policy) {
    return find(Kinds.ROLLOUT, policy.namespace() + "/" + policy.rolloutName());
  }

  List<GenericKubernetesResource> managedClusters() {
    return informers.get(Kinds.MANAGED_CLUSTER).getIndexer().list();
  }

  Optional<GenericKubernetesResource> managedCluster(String name) {
    return find(Kinds.MANAGED_CLUSTER, name);
  }

  /** False for the namespace of a managed cluster: a Policy there is a replica, or stale. */
  boolean mayBeRoot(PolicyName policy) {
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
  List<Replica> replicasOf(PolicyName policy) {
    return replicas.replicas(policy).values().stream().map(CachedReplica::replica).toList();
  }

  /** The replicas of a policy on managed clusters, by cluster. */
  Map<String, CachedReplica> managedReplicas(PolicyName policy) {
    return replicas.replicas(policy).entrySet().stream()
        .filter(replica -> managedCluster(replica.getKey()).isPresent())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  List<GenericKubernetesResource> rollouts() {
    return all(Kinds.ROLLOUT);
  }

  List<GenericKubernetesResource> policySets() {
    return informers.get(Kinds.POLICY_SET).getIndexer().list();
  }

  /** Returns whether the hub served that kind when the process started. */
  public boolean served(ResourceDefinitionContext kind) {
    return informers.containsKey(kind);
  }

  /** Returns all objects of a kind; none where it is not cached. */
  public List<GenericKubernetesResource> all(ResourceDefinitionContext kind) {
    SharedIndexInformer<GenericKubernetesResource> informer = informers.get(kind);
    return informer == null ? List.of() : informer.getIndexer().list();
  }

  /**
   * Returns an object; empty also where its kind is not cached.
   *
   * @param key {@code namespace/name}, or {@code name}
   */
  public Optional<GenericKubernetesResource> find(ResourceDefinitionContext kind, String key) {
    return Optional.ofNullable(informers.get(kind))
        .map(informer -> informer.getIndexer().getByKey(key));
  }

  /** Returns the objects of a kind in a namespace; none where it is not cached. */
  public List<GenericKubernetesResource> in(ResourceDefinitionContext kind, String namespace) {
    SharedIndexInformer<GenericKubernetesResource> informer = informers.get(kind);
    return informer == null
        ? List.of()
        : informer.getIndexer().byIndex(Cache.NAMESPACE_INDEX, namespace);
  }

  private ResourceEventHandler<GenericKubernetesResource> handler(
      ResourceDefinitionContext kind, Listener listener) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(GenericKubernetesResource object) {
        listener.changed(kind, Optional.empty(), Optional.of(object));
      }

      @Override
      public void onUpdate(GenericKubernetesResource former, GenericKubernetesResource present) {
        if (kind == Kinds.DEFINITION) {
          definitionChanged(former);
        }
        listener.changed(kind, Optional.ofNullable(former), Optional.of(present));
      }

      @Override
      public void onDelete(GenericKubernetesResource object, boolean unknown) {
        if (kind == Kinds.MANAGED_CLUSTER) {
          // Its replicas are ours until they are removed.
          replicas.adoptAll(object.getMetadata().getName());
        }
        listener.changed(kind, Optional.of(object), Optional.empty());
      }
    };
  }

  @Override
  public void close() {
    informers.values().forEach(SharedIndexInformer::stop);
  }
}
