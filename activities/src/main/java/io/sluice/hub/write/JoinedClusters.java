package io.sluice.hub.write;

import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.lifecycle.Newcomers;
import java.util.Collection;
import java.util.Set;

/**
 * Finds the clusters that joined after the end of an attempt, where Sluice writes the replicas:
 * from these, and from what the Rollout lists.
 */
public final class JoinedClusters {
  private JoinedClusters() {}

  /**
   * Finds them.
   *
   * @param context of a policy that has a Rollout object
   * @param generation the one that the ended attempt rolled out
   */
  public static Newcomers of(PolicyContext context, Collection<Replica> replicas, long generation) {
    RolloutStatusParser status = context.rolloutStatus().orElseThrow();
    PolicyVersion version = context.version().orElseThrow();
    VersionContent content = context.content(context.root().orElseThrow().snapshot());
    FleetView fleet = context.fleet(replicas.stream().map(Replica::cluster).toList());
    Set<String> ignored = Set.copyOf(fleet.ignored());
    return Newcomers.of(
        fleet,
        replicas,
        generation,
        replica -> content.hashOf(replica, version).equals(version.contentHash()),
        status.listedStatuses().keySet(),
        cluster -> status.mayOmit(ignored.contains(cluster)));
  }
}
