package io.sluice.hub.replica;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Stores what an informer over Policies sees: replicas reduced to what judges and locks them, all
 * other policies whole.
 *
 * <p>A replica's templates are most of its size and are never read from here. For a replica the
 * informer gets back a shell: metadata without spec and status. Lookups may run while the informer
 * writes.
 */
public final class ReplicaStore implements ItemStore<GenericKubernetesResource> {
  private final Map<String, GenericKubernetesResource> whole = new ConcurrentHashMap<>();
  private final Map<PolicyName, Map<String, CachedReplica>> replicas = new ConcurrentHashMap<>();
  private final Map<String, Set<PolicyName>> policiesByCluster = new ConcurrentHashMap<>();

  /** Returns the root policy of that name, whole. */
  public Optional<GenericKubernetesResource> root(PolicyName policy) {
    return Optional.ofNullable(whole.get(policy.namespace() + "/" + policy.name()));
  }

  /** Returns every policy that is no replica of a possible root. */
  public List<GenericKubernetesResource> roots() {
    return List.copyOf(whole.values());
  }

  /** Returns the replicas of a root, by cluster. */
  public Map<String, CachedReplica> replicas(PolicyName policy) {
    return Map.copyOf(replicas.getOrDefault(policy, Map.of()));
  }

  public Optional<CachedReplica> replica(PolicyName policy, String cluster) {
    return Optional.ofNullable(replicas.getOrDefault(policy, Map.of()).get(cluster));
  }

  /** Returns the roots that have a replica on the cluster. */
  public Set<PolicyName> policiesOn(String cluster) {
    return Set.copyOf(policiesByCluster.getOrDefault(cluster, Set.of()));
  }

  /** Returns the roots that have replicas, also those that no longer exist. */
  public Set<PolicyName> policiesWithReplicas() {
    return Set.copyOf(replicas.keySet());
  }

  @Override
  public String getKey(GenericKubernetesResource policy) {
    return policy.getMetadata().getNamespace() + "/" + policy.getMetadata().getName();
  }

  @Override
  public GenericKubernetesResource put(String key, GenericKubernetesResource policy) {
    Optional<CachedReplica> replica = ReplicaParser.of(policy);
    GenericKubernetesResource former = get(key);
    if (replica.isEmpty()) {
      Place.of(key).ifPresent(this::removeReplica);
      whole.put(key, policy);
      return former;
    }
    // Overwrite, never remove first: a reader must not see a gap as a deletion.
    PolicyName root = replica.get().replica().policy();
    String cluster = replica.get().replica().cluster();
    replicas.computeIfAbsent(root, name -> new ConcurrentHashMap<>()).put(cluster, replica.get());
    policiesByCluster.computeIfAbsent(cluster, name -> ConcurrentHashMap.newKeySet()).add(root);
    whole.remove(key);
    return former;
  }

  @Override
  public GenericKubernetesResource remove(String key) {
    GenericKubernetesResource former = whole.remove(key);
    if (former != null) {
      return former;
    }
    Optional<Place> place = Place.of(key);
    return place.map(this::removeReplica).orElse(null);
  }

  private GenericKubernetesResource removeReplica(Place place) {
    Map<String, CachedReplica> ofPolicy = replicas.get(place.policy);
    CachedReplica removed = ofPolicy == null ? null : ofPolicy.remove(place.cluster);
    if (removed == null) {
      return null;
    }
    if (ofPolicy.isEmpty()) {
      replicas.remove(place.policy);
    }
    policiesByCluster.computeIfPresent(
        place.cluster,
        (cluster, policies) -> {
          policies.remove(place.policy);
          return policies.isEmpty() ? null : policies;
        });
    return shell(removed);
  }

  @Override
  public GenericKubernetesResource get(String key) {
    GenericKubernetesResource found = whole.get(key);
    if (found != null) {
      return found;
    }
    return Place.of(key)
        .flatMap(place -> replica(place.policy, place.cluster))
        .map(ReplicaStore::shell)
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
        replicas.values().stream().flatMap(map -> map.values().stream()).map(ReplicaStore::shell));
  }

  @Override
  public int size() {
    return whole.size() + replicas.values().stream().mapToInt(Map::size).sum();
  }

  @Override
  public boolean isFullState() {
    return false;
  }

  private static GenericKubernetesResource shell(CachedReplica known) {
    String name = known.replica().policy().replicaName();
    return HubObjects.object(
        Kinds.POLICY,
        new ObjectMetaBuilder()
            .withNamespace(known.replica().cluster())
            .withName(name)
            .withUid(known.uid())
            .withResourceVersion(known.replica().resourceVersion())
            .withLabels(Map.of(PolicyApi.ROOT_POLICY, name))
            .build());
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
