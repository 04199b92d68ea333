package io.sluice.tools.plan;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.read.PolicyObjects;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds the objects that a plan is made from: of a hub, of files, or of a hub once files are
 * applied.
 *
 * @param clusters every ManagedCluster
 * @param replicas the replicas of the policy, as the hub has them
 * @param notes sentences about what was read, and how
 * @param ofFiles whether all of them are from files
 */
record PlanObjects(
    PolicyObjects policy,
    List<GenericKubernetesResource> clusters,
    List<GenericKubernetesResource> replicas,
    List<String> notes,
    boolean ofFiles) {
  PlanObjects {
    requireNonNull(policy, "policy is null");
    clusters = List.copyOf(clusters);
    replicas = List.copyOf(replicas);
    notes = List.copyOf(notes);
  }

  /** Returns the clusters that have a replica. */
  Set<String> holders() {
    return replicas.stream()
        .map(replica -> replica.getMetadata().getNamespace())
        .collect(toCollection(TreeSet::new));
  }

  /** Returns the names of all clusters. */
  Set<String> managed() {
    return clusters.stream()
        .map(cluster -> cluster.getMetadata().getName())
        .collect(toCollection(TreeSet::new));
  }

  /** Returns the same with the policy in another state. */
  PlanObjects with(PolicyObjects next) {
    return new PlanObjects(next, clusters, replicas, notes, ofFiles);
  }

  /** Returns the clusters that are not Available; those that only files have are taken as such. */
  Set<String> unreachable() {
    Set<String> names = new TreeSet<>();
    for (GenericKubernetesResource cluster : clusters) {
      boolean expected =
          AppliedManifest.NEW_UID.equals(cluster.getMetadata().getUid())
              && HubObjects.part(cluster, "status").isEmpty();
      if (!expected && Reachability.unreachable(Optional.of(cluster))) {
        names.add(cluster.getMetadata().getName());
      }
    }
    return names;
  }
}
