package io.sluice.control.policy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.run.Absences;
import io.sluice.control.run.Absences.Absence;
import io.sluice.control.run.LiveSelection;
import io.sluice.control.run.Presence;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.PropagationEvents;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.replica.ReplicaPort;
import io.sluice.hub.replica.WriteResult;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.FleetView;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Removes replicas of clusters that left and of policies that are gone, and Policies in namespaces
 * of clusters that are no replicas (policy-propagation 7).
 *
 * <p>The replica of a cluster that is not selected any more stays for a grace period (placement
 * 11.3), because writers of placement decisions lose a cluster for a moment. The replica of a
 * cluster without a ManagedCluster goes at once; that of one that is not available stays until it
 * is, as it may have been cut off by what it was given (rollout-strategy 3.7).
 *
 * <p>The caches only propose: whatever justifies a deletion is read from the hub right before it
 * (rollout-strategy 3.2), because a process that was suspended acts on what it saw before.
 */
public final class ReplicaRemover {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  /** How often a cluster that is not available is looked at; mostly an event comes first. */
  private static final Duration RETURNS = Duration.ofMinutes(1);

  /** How many deletions rely on one read. */
  private static final int CHUNK = 200;

  private final ReplicaPort writer;
  private final LiveSelection live;
  private final HubApi hub;
  private final RequestPool requests;
  private final RefusedWrites refused;
  private final PropagationEvents events;
  private final Absences absences;
  private final Function<String, Optional<GenericKubernetesResource>> managedCluster;
  private final Clock clock;
  private final Map<PolicyName, Map<String, Absence>> known = new ConcurrentHashMap<>();
  private final StrayRemover strays;

  /** The policies whose root this process has seen, until their replicas are gone. */
  private final Set<PolicyName> seen = ConcurrentHashMap.newKeySet();

  /**
   * Creates a remover.
   *
   * @param live reads what justifies a deletion
   * @param absences measures the grace period
   * @param strays holds back what no root stands for
   * @param managedCluster finds a ManagedCluster in the caches
   */
  public ReplicaRemover(
      ReplicaPort writer,
      LiveSelection live,
      HubApi hub,
      RequestPool requests,
      RefusedWrites refused,
      PropagationEvents events,
      Absences absences,
      StrayRemover strays,
      Function<String, Optional<GenericKubernetesResource>> managedCluster,
      Clock clock) {
    this.writer = writer;
    this.live = live;
    this.hub = hub;
    this.requests = requests;
    this.refused = refused;
    this.events = events;
    this.absences = absences;
    this.strays = strays;
    this.managedCluster = managedCluster;
    this.clock = clock;
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
      // That a snapshot became coherent by age is no event on the hub.
      return Optional.of(now.plus(LOOK_AGAIN));
    }
    SortedMap<String, Absence> absent = absent(policy, context, fleet.leaving(), now);
    // One that is not available may have been cut off; when it is again, its grace begins.
    List<Absence> reachable =
        absent.values().stream()
            .filter(absence -> absence.presence() != Presence.OUT_OF_REACH)
            .toList();
    List<String> due =
        absent.entrySet().stream()
            .filter(entry -> entry.getValue().presence() != Presence.OUT_OF_REACH)
            .filter(entry -> entry.getValue().over(now))
            .map(Map.Entry::getKey)
            .toList();
    boolean all = delete(policy, due, replicas, () -> live.unselected(policy)).all();
    Stream<Instant> returns =
        reachable.size() < absent.size() ? Stream.of(now.plus(RETURNS)) : Stream.of();
    Optional<Instant> next =
        Stream.concat(reachable.stream().map(Absence::end), returns)
            .filter(at -> at.isAfter(now))
            .min(Instant::compareTo);
    return all ? next : Optional.of(now.plus(LOOK_AGAIN));
  }

  /**
   * Returns the clusters that nothing selects, not even a binding or placement that is being
   * deleted.
   */
  private SortedMap<String, Absence> absent(
      PolicyName policy, PolicyContext context, List<String> leaving, Instant now) {
    Set<String> closing = context.closing();
    SortedMap<String, Absence> next =
        absences.next(
            known.getOrDefault(policy, Map.of()),
            leaving.stream().filter(cluster -> !closing.contains(cluster)).toList(),
            this::presence,
            now);
    if (next.isEmpty()) {
      known.remove(policy);
    } else {
      known.put(policy, next);
    }
    return next;
  }

  private Presence presence(String cluster) {
    return Presence.of(managedCluster.apply(cluster));
  }

  /** Removes every replica of a disabled policy. */
  Optional<Instant> removeAll(PolicyName policy, Map<String, CachedReplica> replicas) {
    return again(
        delete(
                policy,
                replicas.keySet(),
                replicas,
                () -> all(root(policy).filter(this::enabled).isEmpty()))
            .all());
  }

  private boolean enabled(GenericKubernetesResource root) {
    return !Boolean.TRUE.equals(HubObjects.part(root, "spec").get("disabled"));
  }

  private Optional<GenericKubernetesResource> root(PolicyName policy) {
    return hub.get(Kinds.POLICY, policy.namespace(), policy.name())
        .filter(found -> !ReplicaParser.labelled(found));
  }

  private static Predicate<String> all(boolean justified) {
    return cluster -> justified;
  }

  /** Enters that this policy has a root: when it is gone, its replicas go at once. */
  void root(RootPolicy root) {
    seen.add(root.name());
    strays.forget(root.name());
  }

  /**
   * Removes the replicas of a root that does not exist: at once where this process has seen it, as
   * its end is a sign of its own, else as strays.
   */
  Optional<Instant> removeOrphans(
      PolicyName policy, Map<String, CachedReplica> replicas, Instant now) {
    if (replicas.isEmpty()) {
      seen.remove(policy);
    }
    return seen.contains(policy)
        ? again(
            delete(policy, replicas.keySet(), replicas, () -> all(root(policy).isEmpty())).all())
        : strays.remove(
            policy,
            replicas.keySet(),
            due -> delete(policy, due, replicas, () -> all(root(policy).isEmpty())).gone(),
            now);
  }

  /**
   * What a deletion has done.
   *
   * @param all false when some stayed, because the hub shows something else than the caches
   * @param gone those that were deleted
   */
  private record Deleted(boolean all, List<String> gone) {}

  private Optional<Instant> again(boolean all) {
    return all ? Optional.empty() : Optional.of(clock.instant().plus(LOOK_AGAIN));
  }

  /**
   * Deletes the replicas on these clusters.
   *
   * @param replicas as the caches show them: the deletion of one that has changed is decided anew
   * @param justification reads the hub; returns on which clusters the replica is to go
   */
  private Deleted delete(
      PolicyName policy,
      Collection<String> clusters,
      Map<String, CachedReplica> replicas,
      Supplier<Predicate<String>> justification) {
    List<String> sorted = clusters.stream().sorted().toList();
    int settled = 0;
    List<String> deleted = new ArrayList<>();
    for (int from = 0; from < sorted.size(); from += CHUNK) {
      List<String> chunk = sorted.subList(from, Math.min(from + CHUNK, sorted.size()));
      Predicate<String> justified = justification.get();
      List<String> due = chunk.stream().filter(justified).toList();
      List<WriteResult.Kind> results =
          requests.each(
              due,
              cluster -> {
                WriteResult result =
                    writer.delete(
                        policy, cluster, Optional.ofNullable(replicas.get(cluster)), live -> true);
                refused.record(policy, cluster, result);
                return result.kind();
              });
      for (int i = 0; i < due.size(); i++) {
        // The caches show a replica that is gone: they have to catch up.
        settled += results.get(i) == WriteResult.Kind.UNCHANGED ? 0 : 1;
        if (results.get(i) == WriteResult.Kind.DELETED) {
          deleted.add(due.get(i));
        }
      }
    }
    if (!deleted.isEmpty()) {
      root(policy).ifPresent(root -> events.removed(root, deleted.size()));
    }
    return new Deleted(settled == sorted.size(), deleted);
  }
}
