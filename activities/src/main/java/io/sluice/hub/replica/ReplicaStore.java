package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootShell;
import io.sluice.policy.PolicyName;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stores what an informer over Policies sees: replicas reduced to what judges and locks them, all
 * other policies as {@link RootShell}s.
 *
 * <p>In the namespace of a managed cluster a replica is found by its name, also when it lost its
 * label. In any other namespace a Policy with a replica's name is one only if it has the label and
 * was {@link #adopt adopted}; other labelled ones belong to others (policy-propagation 7).
 *
 * <p>A replica's templates are most of its size and are never read from here. For a replica the
 * informer gets back a {@link ReplicaShell}. Lookups may run while the informer writes.
 */
public final class ReplicaStore implements ItemStore<GenericKubernetesResource>, ReplicaView {
  private final Predicate<String> managed;
  private final ReplicaObserver observer;
  private final Map<String, GenericKubernetesResource> whole = new ConcurrentHashMap<>();
  private final Map<PolicyName, Map<String, CachedReplica>> replicas = new ConcurrentHashMap<>();
  private final Map<String, Set<PolicyName>> policiesByCluster = new ConcurrentHashMap<>();
  private final Set<Place> adopted = ConcurrentHashMap.newKeySet();
  private final VanishedReplicas vanished = new VanishedReplicas();
  private final RootContents contents;

  /** Takes every namespace for that of a managed cluster. */
  public ReplicaStore() {
    this(namespace -> true);
  }

  /**
   * Creates an empty store.
   *
   * @param managed whether a ManagedCluster has the name of the namespace at this moment
   */
  public ReplicaStore(Predicate<String> managed) {
    this(managed, ReplicaObserver.NONE);
  }

  /** Creates an empty store whose changes are observed. */
  public ReplicaStore(Predicate<String> managed, ReplicaObserver observer) {
    this(managed, observer, RootContents.ofHeap());
  }

  /**
   * Creates an empty store.
   *
   * @param contents bounds what is kept of roots
   */
  public ReplicaStore(Predicate<String> managed, ReplicaObserver observer, RootContents contents) {
    this.contents = requireNonNull(contents, "contents is null");
    this.observer = requireNonNull(observer, "observer is null");
    this.managed = requireNonNull(managed, "managed is null");
  }

  /** Returns what is kept of the contents of roots. */
  public RootContents contents() {
    return contents;
  }

  /**
   * Returns the root policy of that name, as it is kept; a Policy with a replica's label is none.
   */
  public Optional<GenericKubernetesResource> root(PolicyName policy) {
    return whole(policy).filter(found -> !ReplicaParser.labelled(found));
  }

  /**
   * Returns the Policy of that name, as it is kept, unless it is labelled and named as a replica.
   */
  public Optional<GenericKubernetesResource> whole(PolicyName policy) {
    return Optional.ofNullable(whole.get(policy.namespace() + "/" + policy.name()));
  }

  /** Returns every Policy that may be a root by its namespace and its labels. */
  public List<GenericKubernetesResource> roots() {
    return whole.values().stream()
        .filter(policy -> !managed.test(policy.getMetadata().getNamespace()))
        .filter(policy -> !ReplicaParser.labelled(policy))
        .toList();
  }

  /** Returns the Policies in namespaces of managed clusters whose names no replica has. */
  public List<PolicyName> strays() {
    return whole.values().stream()
        .map(GenericKubernetesResource::getMetadata)
        .filter(meta -> PolicyName.ofReplica(meta.getName()).isEmpty())
        .filter(meta -> managed.test(meta.getNamespace()))
        .map(meta -> new PolicyName(meta.getNamespace(), meta.getName()))
        .toList();
  }

  @Override
  public Map<String, CachedReplica> replicas(PolicyName policy) {
    return replicas(policy, Set.of());
  }

  /**
   * Returns the replicas of a root, by cluster, also those of selected clusters without a
   * ManagedCluster.
   */
  public Map<String, CachedReplica> replicas(PolicyName policy, Set<String> selected) {
    Map<String, CachedReplica> all = replicas.getOrDefault(policy, Map.of());
    Map<String, CachedReplica> counted = new HashMap<>(2 * all.size());
    all.forEach(
        (cluster, replica) -> {
          if (counts(policy, cluster) || selected.contains(cluster) && labelled(replica)) {
            counted.put(cluster, replica);
          }
        });
    return Collections.unmodifiableMap(counted);
  }

  /** Returns whether a root has such a replica. */
  public boolean any(PolicyName policy, Predicate<CachedReplica> wanted) {
    return with(policy, wanted).findAny().isPresent();
  }

  /** Returns the clusters on which a root has such a replica; the others are not copied. */
  public Set<String> clusters(PolicyName policy, Predicate<CachedReplica> wanted) {
    return with(policy, wanted).collect(Collectors.toUnmodifiableSet());
  }

  private Stream<String> with(PolicyName policy, Predicate<CachedReplica> wanted) {
    return replicas.getOrDefault(policy, Map.of()).entrySet().stream()
        .filter(entry -> wanted.test(entry.getValue()) && counts(policy, entry.getKey()))
        .map(Map.Entry::getKey);
  }

  @Override
  public Optional<CachedReplica> replica(PolicyName policy, String cluster) {
    return seen(policy, cluster).filter(replica -> counts(policy, cluster));
  }

  private Optional<CachedReplica> seen(PolicyName policy, String cluster) {
    return Optional.ofNullable(replicas.getOrDefault(policy, Map.of()).get(cluster));
  }

  /**
   * Returns whether labels, annotations or spec differ from what the informer saw before, or the
   * replica is another object. False for a report of the spoke.
   */
  public boolean contentChanged(ReplicaShell former) {
    CachedReplica before = former.known();
    return seen(before.replica().policy(), before.replica().cluster())
        .filter(now -> now.uid().equals(before.uid()))
        .filter(now -> now.digest().equals(before.digest()))
        .filter(now -> now.replica().dispatch().equals(before.replica().dispatch()))
        .isEmpty();
  }

  /**
   * Counts the labelled replica on a cluster until it is deleted, though no ManagedCluster of that
   * name exists: placements selected the cluster, or it was managed before.
   */
  public void adopt(PolicyName policy, String cluster) {
    if (seen(policy, cluster).filter(this::labelled).isPresent()) {
      adopted.add(new Place(cluster, policy));
    }
  }

  /** The same for all labelled replicas on a cluster. */
  public void adoptAll(String cluster) {
    policiesByCluster.getOrDefault(cluster, Set.of()).forEach(policy -> adopt(policy, cluster));
  }

  private boolean counts(PolicyName policy, String cluster) {
    return managed.test(cluster) || adopted.contains(new Place(cluster, policy));
  }

  private boolean labelled(CachedReplica replica) {
    return !whole.containsKey(
        replica.replica().cluster() + "/" + replica.replica().policy().replicaName());
  }

  /** Returns replicas that were deleted, by whomever. */
  public VanishedReplicas vanished() {
    return vanished;
  }

  /** Returns the roots that have a replica on the cluster. */
  public Set<PolicyName> policiesOn(String cluster) {
    return policiesByCluster.getOrDefault(cluster, Set.of()).stream()
        .filter(policy -> counts(policy, cluster))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the roots that have replicas, also those that no longer exist. */
  public Set<PolicyName> policiesWithReplicas() {
    return replicas.entrySet().stream()
        .filter(
            entry -> entry.getValue().keySet().stream().anyMatch(c -> counts(entry.getKey(), c)))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public String getKey(GenericKubernetesResource policy) {
    if (policy instanceof ReplicaShell shell) {
      return shell.key();
    }
    return policy.getMetadata().getNamespace() + "/" + policy.getMetadata().getName();
  }

  @Override
  public GenericKubernetesResource put(String key, GenericKubernetesResource policy) {
    Optional<CachedReplica> replica =
        policy instanceof ReplicaShell shell
            ? Optional.of(shell.known())
            : ReplicaParser.of(policy);
    GenericKubernetesResource former = get(key);
    // Without its label it may be a root whose name has a dot, or a replica that lost the label.
    boolean labelled = replica.isPresent() && ReplicaParser.labelled(policy);
    if (!labelled) {
      whole.put(key, policy);
      keep(key, policy);
    }
    if (replica.isEmpty()) {
      return former;
    }
    // Overwrite, never remove first: a reader must not see a gap as a deletion.
    PolicyName root = replica.get().replica().policy();
    String cluster = replica.get().replica().cluster();
    if (observer != ReplicaObserver.NONE) {
      observer.seen(seen(root, cluster), replica.get(), () -> ReplicaTimes.of(policy));
    }
    replicas.computeIfAbsent(root, name -> new ConcurrentHashMap<>()).put(cluster, replica.get());
    policiesByCluster.computeIfAbsent(cluster, name -> ConcurrentHashMap.newKeySet()).add(root);
    vanished.forget(root, cluster);
    if (labelled) {
      whole.remove(key);
      contents.remove(key);
    }
    return former;
  }

  private void keep(String key, GenericKubernetesResource policy) {
    if (policy instanceof RootShell root && root.kept()) {
      contents.add(key, root.keptBytes()).forEach(this::release);
    } else {
      contents.remove(key);
    }
  }

  private void release(String key) {
    whole.computeIfPresent(
        key, (any, kept) -> kept instanceof RootShell root ? root.withoutContent() : kept);
  }

  /** Replaces a root by the same state of it, read anew, unless an informer has a later one. */
  public void refresh(GenericKubernetesResource cached, GenericKubernetesResource fresh) {
    whole.replace(getKey(cached), cached, fresh);
  }

  @Override
  public GenericKubernetesResource remove(String key) {
    GenericKubernetesResource former = whole.remove(key);
    contents.remove(key);
    Optional<GenericKubernetesResource> replica = Place.of(key).map(this::removeReplica);
    return former != null ? former : replica.orElse(null);
  }

  private GenericKubernetesResource removeReplica(Place place) {
    adopted.remove(place);
    Map<String, CachedReplica> ofPolicy = replicas.get(place.policy);
    CachedReplica removed = ofPolicy == null ? null : ofPolicy.get(place.cluster);
    if (removed == null) {
      return null;
    }
    observer.gone(removed);
    // A reader that misses the replica must find it here.
    vanished.remember(removed);
    ofPolicy.remove(place.cluster);
    if (ofPolicy.isEmpty()) {
      replicas.remove(place.policy);
    }
    policiesByCluster.computeIfPresent(
        place.cluster,
        (cluster, policies) -> {
          policies.remove(place.policy);
          return policies.isEmpty() ? null : policies;
        });
    return new ReplicaShell(removed);
  }

  @Override
  public GenericKubernetesResource get(String key) {
    GenericKubernetesResource found = whole.get(key);
    if (found != null) {
      return found;
    }
    return Place.of(key)
        .flatMap(place -> seen(place.policy, place.cluster))
        .<GenericKubernetesResource>map(ReplicaShell::new)
        .orElse(null);
  }

  @Override
  public Stream<String> keySet() {
    return values().map(this::getKey);
  }

  @Override
  public Stream<GenericKubernetesResource> values() {
    return Stream.concat(
        whole.values().stream(),
        replicas.values().stream()
            .flatMap(map -> map.values().stream())
            .filter(this::labelled)
            .map(ReplicaShell::new));
  }

  @Override
  public int size() {
    return (int) values().count();
  }

  @Override
  public boolean isFullState() {
    return false;
  }

  /** The cluster and root of a replica's key. */
  private record Place(String cluster, PolicyName policy) {
    static Optional<Place> of(String key) {
      int slash = key.indexOf('/');
      return PolicyName.ofReplica(key.substring(slash + 1))
          .map(policy -> new Place(key.substring(0, slash), policy));
    }
  }
}
