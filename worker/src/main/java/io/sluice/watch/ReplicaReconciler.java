package io.sluice.watch;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.hub.replica.WriteResult;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.FleetView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes and removes the replicas that are the keeper's to write: those of unstaged policies, and
 * those of clusters that left (policy-propagation 7).
 */
final class ReplicaReconciler {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaReconciler.class);

  private final ReplicaWriter writer;
  private final RequestPool fanout;
  private final DelayedRemovals removals;

  ReplicaReconciler(ReplicaWriter writer, RequestPool fanout, DelayedRemovals removals) {
    this.writer = writer;
    this.fanout = fanout;
    this.removals = removals;
  }

  /** Gives every selected cluster the present version at once, as OCM's propagator does. */
  Optional<Instant> replicate(
      RootPolicy root, PolicyContext picture, Map<String, CachedReplica> replicas, Instant now) {
    VersionContent content = picture.content(root.snapshot());
    List<DesiredReplica> wishes =
        picture.targets(root.snapshot()).replicas().stream()
            .map(cluster -> DesiredReplica.of(root.name(), cluster, content, DispatchRule.none()))
            .filter(wish -> !fulfilled(wish, replicas))
            .toList();
    onEach(wishes, wish -> writer.write(wish, Optional.ofNullable(replicas.get(wish.cluster()))));
    return removeLeaving(root.name(), picture, replicas, now);
  }

  /** Writes what clusters without a replica are given. */
  void give(List<DesiredReplica> wishes) {
    onEach(wishes, wish -> writer.write(wish, Optional.empty()));
  }

  /** What a replica should carry, and how it was seen when that was decided. */
  record Repair(DesiredReplica wish, CachedReplica seen) {}

  /**
   * Puts replicas back to what they were given, unless somebody gave them something else.
   *
   * @return those that were written
   */
  List<Repair> repair(List<Repair> repairs) {
    List<WriteResult> answers =
        onEach(repairs, repair -> writer.write(repair.wish(), Optional.of(repair.seen())));
    return IntStream.range(0, repairs.size())
        .filter(i -> answers.get(i).kind() == WriteResult.Kind.UPDATED)
        .mapToObj(repairs::get)
        .toList();
  }

  private static boolean fulfilled(DesiredReplica wish, Map<String, CachedReplica> replicas) {
    CachedReplica known = replicas.get(wish.cluster());
    return known != null && wish.fulfilledBy(known);
  }

  /** Removes the replicas of clusters that no coherent snapshot has selected for a while. */
  Optional<Instant> removeLeaving(
      PolicyName policy, PolicyContext picture, Map<String, CachedReplica> replicas, Instant now) {
    FleetView fleet = picture.fleet(replicas.keySet());
    if (fleet.incoherent().isPresent()) {
      return Optional.empty();
    }
    DelayedRemovals.Due due = removals.due(policy, fleet.leaving(), now);
    onEach(due.clusters(), cluster -> writer.delete(policy, replicas.get(cluster)));
    return due.next();
  }

  void removeAll(PolicyName policy, Map<String, CachedReplica> replicas) {
    onEach(
        replicas.keySet().stream().sorted().toList(),
        cluster -> writer.delete(policy, replicas.get(cluster)));
  }

  private <T> List<WriteResult> onEach(List<T> items, Function<T, WriteResult> write) {
    List<WriteResult> answers = fanout.each(items, write);
    answers.stream()
        .filter(written -> written.kind() == WriteResult.Kind.REFUSED)
        .forEach(written -> LOG.warn("a replica is left as it is: {}", written.why()));
    return answers;
  }
}
