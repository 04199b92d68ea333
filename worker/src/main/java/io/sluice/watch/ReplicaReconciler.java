package io.sluice.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.hub.replica.WriteResult;
import io.sluice.policy.PolicyName;
import io.sluice.propagation.StaleReplica;
import io.sluice.rollout.FleetView;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the replicas of unstaged policies, and removes replicas of clusters that left and of
 * policies that are gone (policy-propagation 7).
 *
 * <p>The replica of a cluster that is not selected any more stays for a grace period (placement
 * 11.3), because writers of placement decisions lose a cluster for a moment. The replica of a
 * cluster without a ManagedCluster goes at once.
 */
final class ReplicaReconciler {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaReconciler.class);

  private final ReplicaWriter writer;
  private final RequestPool requests;
  private final Duration removalGrace;
  private final AttendedTime attended;
  private final Predicate<String> managed;
  private final Map<PolicyName, Map<String, Instant>> unselectedSince = new ConcurrentHashMap<>();

  /**
   * Creates a reconciler.
   *
   * @param attended the time that counts for the grace period
   * @param managed whether a ManagedCluster of that name exists
   */
  ReplicaReconciler(
      ReplicaWriter writer,
      RequestPool requests,
      Duration removalGrace,
      AttendedTime attended,
      Predicate<String> managed) {
    this.writer = writer;
    this.requests = requests;
    this.removalGrace = removalGrace;
    this.attended = attended;
    this.managed = managed;
  }

  /**
   * Writes the present version to every selected cluster, as OCM's propagator does.
   *
   * @return when to reconcile again
   */
  Optional<Instant> replicate(
      RootPolicy root, PolicyContext context, Map<String, CachedReplica> replicas, Instant now) {
    VersionContent content = context.content(root.snapshot());
    List<DesiredReplica> desired =
        context.targets(root.snapshot()).replicas().stream()
            .map(cluster -> DesiredReplica.of(root.name(), cluster, content, DispatchRule.none()))
            .filter(replica -> !fulfilled(replica, replicas))
            .toList();
    onEach(
        desired,
        replica -> writer.write(replica, Optional.ofNullable(replicas.get(replica.cluster()))));
    return removeUnselected(root.name(), context, replicas, now);
  }

  private static boolean fulfilled(DesiredReplica desired, Map<String, CachedReplica> replicas) {
    CachedReplica replica = replicas.get(desired.cluster());
    return replica != null && desired.matches(replica);
  }

  /** Writes replicas of clusters that have none. */
  void create(List<DesiredReplica> desired) {
    onEach(desired, replica -> writer.write(replica, Optional.empty()));
  }

  /** The replica as it should be, and as it was read when that was decided. */
  record Repair(DesiredReplica desired, CachedReplica found) {}

  /**
   * Repairs replicas, except those that were dispatched anew meanwhile.
   *
   * @return those that were written
   */
  List<Repair> repair(List<Repair> repairs) {
    List<WriteResult> results =
        onEach(repairs, repair -> writer.write(repair.desired(), Optional.of(repair.found())));
    return IntStream.range(0, repairs.size())
        .filter(i -> results.get(i).kind() == WriteResult.Kind.UPDATED)
        .mapToObj(repairs::get)
        .toList();
  }

  /**
   * Removes the replicas of clusters that no coherent snapshot has selected for the grace period.
   *
   * @return when the next one is due
   */
  Optional<Instant> removeUnselected(
      PolicyName policy, PolicyContext context, Map<String, CachedReplica> replicas, Instant now) {
    FleetView fleet = context.fleet(replicas.keySet());
    if (fleet.incoherent().isPresent()) {
      return Optional.empty();
    }
    Map<String, Instant> dueAt = dueAt(policy, fleet.leaving(), now);
    List<String> due =
        dueAt.keySet().stream().filter(cluster -> !dueAt.get(cluster).isAfter(now)).toList();
    delete(policy, replicas, due);
    return dueAt.values().stream().filter(at -> at.isAfter(now)).min(Instant::compareTo);
  }

  /** When each of these replicas is to be removed. */
  private Map<String, Instant> dueAt(PolicyName policy, Collection<String> leaving, Instant now) {
    Map<String, Instant> before = unselectedSince.getOrDefault(policy, Map.of());
    Map<String, Instant> since = new HashMap<>();
    leaving.forEach(
        cluster -> since.put(cluster, attended.countedFrom(before.getOrDefault(cluster, now))));
    if (since.isEmpty()) {
      unselectedSince.remove(policy);
    } else {
      unselectedSince.put(policy, since);
    }
    Map<String, Instant> due = new HashMap<>();
    since.forEach((name, at) -> due.put(name, managed.test(name) ? at.plus(removalGrace) : now));
    return due;
  }

  /** Removes every replica of a disabled policy. */
  void removeAll(PolicyName policy, Map<String, CachedReplica> replicas) {
    delete(policy, replicas, replicas.keySet());
  }

  /**
   * Removes what {@link StaleReplica} rejects: replicas of a root that does not exist, and a Policy
   * in the namespace of a managed cluster that is no replica.
   *
   * @param policy the name of no root
   * @param object the Policy of that name, if there is one
   */
  void removeStale(
      PolicyName policy,
      Optional<GenericKubernetesResource> object,
      Map<String, CachedReplica> replicas) {
    delete(policy, replicas, replicas.keySet());
    object
        // A replica that lost its label belongs to its root.
        .filter(found -> PolicyName.ofReplica(policy.name()).isEmpty())
        .filter(found -> stale(found, policy))
        .filter(writer::delete)
        .ifPresent(
            found ->
                LOG.warn(
                    "policy {} is deleted: it is in the namespace of a managed cluster, and no"
                        + " replica of a root",
                    policy));
  }

  private boolean stale(GenericKubernetesResource found, PolicyName policy) {
    return StaleReplica.mustGo(
        policy.name(), HubObjects.labels(found), managed.test(policy.namespace()), root -> false);
  }

  private void delete(
      PolicyName policy, Map<String, CachedReplica> replicas, Collection<String> clusters) {
    onEach(
        clusters.stream().sorted().toList(),
        cluster -> writer.delete(policy, cluster, live -> true));
  }

  private <T> List<WriteResult> onEach(List<T> items, Function<T, WriteResult> write) {
    List<WriteResult> results = requests.each(items, write);
    results.stream()
        .filter(result -> result.kind() == WriteResult.Kind.REFUSED)
        .forEach(result -> LOG.warn("a replica is left as it is: {}", result.why()));
    return results;
  }
}
