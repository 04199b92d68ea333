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
import io.sluice.policy.PolicyName;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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
    Collection<String> selected = picture.targets(root.snapshot()).replicas();
    onEach(
        selected.stream()
            .filter(
                cluster ->
                    !replicas.containsKey(cluster)
                        || !Wish.of(root.name(), cluster, content, Stamp.none())
                            .fulfilledBy(replicas.get(cluster)))
            .toList(),
        cluster ->
            writer.write(
                Wish.of(root.name(), cluster, content, Stamp.none()),
                Optional.ofNullable(replicas.get(cluster))));
    return removeLeaving(root.name(), picture, replicas, now);
  }

  /** Removes the replicas of clusters that no coherent snapshot has selected for a while. */
  Optional<Instant> removeLeaving(
      PolicyName policy, HubPicture picture, Map<String, KnownReplica> replicas, Instant now) {
    if (picture.fleet(replicas.keySet()).incoherent().isPresent()) {
      return Optional.empty();
    }
    Removals.Due due = removals.due(policy, picture.fleet(replicas.keySet()).leaving(), now);
    onEach(due.clusters(), cluster -> writer.delete(policy, replicas.get(cluster)));
    return due.next();
  }

  void removeAll(PolicyName policy, Map<String, KnownReplica> replicas) {
    onEach(
        replicas.keySet().stream().sorted().toList(),
        cluster -> writer.delete(policy, replicas.get(cluster)));
  }

  private void onEach(List<String> clusters, Function<String, Written> write) {
    for (Written written : fanout.each(clusters, write)) {
      if (written.kind() == Written.Kind.REFUSED) {
        LOG.warn("a replica is left as it is: {}", written.why());
      }
    }
  }
}
