package io.sluice.hub.beside;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverridePage;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.replica.ReplicaView;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Looks up replicas that OCM's propagator writes, each with the dispatch that the pages of its
 * policy name. A cluster that no page lists has none.
 */
public final class OverriddenReplicas implements ReplicaView {
  private final ReplicaStore store;
  private final PropagatedChanges changes;
  private final Function<PolicyName, List<GenericKubernetesResource>> pages;
  private final Map<PolicyName, Parsed> parsed = new ConcurrentHashMap<>();

  private record Parsed(List<String> versions, Map<String, OverrideEntry> listed) {}

  /**
   * Looks up in this process's caches.
   *
   * @param pages the decisions of a policy's override
   */
  public OverriddenReplicas(
      ReplicaStore store,
      PropagatedChanges changes,
      Function<PolicyName, List<GenericKubernetesResource>> pages) {
    this.store = requireNonNull(store, "store is null");
    this.changes = requireNonNull(changes, "changes is null");
    this.pages = requireNonNull(pages, "pages is null");
  }

  @Override
  public Map<String, CachedReplica> replicas(PolicyName policy) {
    Map<String, OverrideEntry> listed = byCluster(policy, pages.apply(policy));
    Map<String, CachedReplica> replicas = new HashMap<>();
    store
        .replicas(policy)
        .forEach(
            (cluster, found) ->
                replicas.put(cluster, dispatched(found, Optional.ofNullable(listed.get(cluster)))));
    return Map.copyOf(replicas);
  }

  @Override
  public Optional<CachedReplica> replica(PolicyName policy, String cluster) {
    return store
        .replica(policy, cluster)
        .map(
            found ->
                dispatched(
                    found,
                    Optional.ofNullable(byCluster(policy, pages.apply(policy)).get(cluster))));
  }

  @Override
  public Optional<Dispatch> lastChange(Replica replica) {
    return changes.lastChange(replica);
  }

  /** Returns a replica that was read from the hub, with the dispatch of its entry. */
  public CachedReplica dispatched(CachedReplica found, Optional<OverrideEntry> entry) {
    if (entry.isEmpty()) {
      return found.with(found.replica().with(Optional.empty()));
    }
    return found.with(
        changes.dispatched(
            found.replica(),
            entry.get(),
            store
                .replica(found.replica().policy(), found.replica().cluster())
                .filter(cached -> cached.uid().equals(found.uid()))
                .map(CachedReplica::replica)));
  }

  /** Pages are parsed once for each state: every report of a cluster asks for its entry. */
  private Map<String, OverrideEntry> byCluster(
      PolicyName policy, Collection<GenericKubernetesResource> pages) {
    List<String> versions =
        pages.stream()
            .map(page -> page.getMetadata().getUid() + page.getMetadata().getResourceVersion())
            .toList();
    Parsed known = parsed.get(policy);
    if (known == null || !known.versions().equals(versions)) {
      known = new Parsed(versions, OverridePage.byCluster(PageObjects.parse(policy, pages)));
      parsed.put(policy, known);
    }
    return known.listed();
  }
}
