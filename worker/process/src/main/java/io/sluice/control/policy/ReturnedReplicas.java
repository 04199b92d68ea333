package io.sluice.control.policy;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.Replica;
import io.sluice.rollout.lifecycle.RolloutRecord;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Finds the replicas that name a former version though an attempt has ended with the present one:
 * their clusters left before their turn and came back before the replica was removed, or it was
 * restored from a backup. Such a cluster counts as added after the end (rollout-strategy 3.7).
 */
final class ReturnedReplicas {
  private ReturnedReplicas() {}

  /**
   * Returns them, without clusters that took part in the attempt: those that the Rollout lists, and
   * those that may have been cut from its list.
   *
   * @param record the attempt that ended last
   * @param selected the clusters that have a replica of the policy
   * @param ignored clusters whose failure does not count
   * @param content the version that the attempt rolled out
   */
  static List<CachedReplica> of(
      RolloutStatusParser status,
      RolloutRecord record,
      Set<String> selected,
      Collection<CachedReplica> present,
      Set<String> ignored,
      VersionContent content) {
    List<CachedReplica> former =
        present.stream()
            .filter(found -> selected.contains(found.replica().cluster()))
            .filter(found -> former(found.replica(), record))
            .filter(found -> !content.mayBeOn(found.replica()))
            .toList();
    if (former.isEmpty()) {
      return List.of();
    }
    Set<String> listed = status.listedStatuses().keySet();
    return former.stream()
        .filter(found -> !listed.contains(found.replica().cluster()))
        .filter(found -> !status.mayOmit(ignored.contains(found.replica().cluster())))
        .toList();
  }

  private static boolean former(Replica replica, RolloutRecord record) {
    return replica
        .dispatch()
        .filter(dispatch -> dispatch.generation() != record.generation())
        .isPresent();
  }
}
