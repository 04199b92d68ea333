package io.sluice.watch;

import io.sluice.hub.Fanout;
import io.sluice.hub.HubPicture;
import io.sluice.hub.KnownReplica;
import io.sluice.hub.ReplicaWriter;
import io.sluice.hub.RootPolicy;
import io.sluice.hub.Stamp;
import io.sluice.hub.VersionContent;
import io.sluice.hub.Wish;
import io.sluice.hub.Written;
import io.sluice.plan.FleetView;
import io.sluice.policy.PolicyName;
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
final class ReplicaKeeping {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaKeeping.class);

  private final ReplicaWriter writer;
  private final Fanout fanout;
  private final Removals removals;

  ReplicaKeeping(ReplicaWriter writer, Fanout fanout, Removals removals) {
    this.writer = writer;
    this.fanout = fanout;
    this.removals = removals;
  }

  /** Gives every selected cluster the present version at once, as OCM's propagator does. */
  Optional<Instant> replicate(
      RootPolicy root, HubPicture picture, Map<String, KnownReplica> replicas, Instant now) {
    VersionContent content = picture.content(root.snapshot());
    List<Wish> wishes =
        picture.targets(root.snapshot()).replicas().stream()
            .map(cluster -> Wish.of(root.name(), cluster, content, Stamp.none()))
            .filter(wish -> !fulfilled(wish, replicas))
            .toList();
    onEach(wishes, wish -> writer.write(wish, Optional.ofNullable(replicas.get(wish.cluster()))));
    return removeLeaving(root.name(), picture, replicas, now);
  }

  /** Writes what clusters without a replica are given. */
  void give(List<Wish> wishes) {
    onEach(wishes, wish -> writer.write(wish, Optional.empty()));
  }

  /** What a replica should carry, and how it was seen when that was decided. */
  record Repair(Wish wish, KnownReplica seen) {}

  /**
   * Puts replicas back to what they were given, unless somebody gave them something else.
   *
   * @return those that were written
   */
  List<Repair> repair(List<Repair> repairs) {
    List<Written> answers =
        onEach(repairs, repair -> writer.write(repair.wish(), Optional.of(repair.seen())));
    return IntStream.range(0, repairs.size())
        .filter(i -> answers.get(i).kind() == Written.Kind.UPDATED)
        .mapToObj(repairs::get)
        .toList();
  }

  private static boolean fulfilled(Wish wish, Map<String, KnownReplica> replicas) {
    KnownReplica known = replicas.get(wish.cluster());
    return known != null && wish.fulfilledBy(known);
  }

  /** Removes the replicas of clusters that no coherent snapshot has selected for a while. */
  Optional<Instant> removeLeaving(
      PolicyName policy, HubPicture picture, Map<String, KnownReplica> replicas, Instant now) {
    FleetView fleet = picture.fleet(replicas.keySet());
    if (fleet.incoherent().isPresent()) {
      return Optional.empty();
    }
    Removals.Due due = removals.due(policy, fleet.leaving(), now);
    onEach(due.clusters(), cluster -> writer.delete(policy, replicas.get(cluster)));
    return due.next();
  }

  void removeAll(PolicyName policy, Map<String, KnownReplica> replicas) {
    onEach(
        replicas.keySet().stream().sorted().toList(),
        cluster -> writer.delete(policy, replicas.get(cluster)));
  }

  private <T> List<Written> onEach(List<T> items, Function<T, Written> write) {
    List<Written> answers = fanout.each(items, write);
    answers.stream()
        .filter(written -> written.kind() == Written.Kind.REFUSED)
        .forEach(written -> LOG.warn("a replica is left as it is: {}", written.why()));
    return answers;
  }
}
