package io.sluice.upkeep;

import io.sluice.fleet.ClusterStatus;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Evidence;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds the word of every cluster from what stands on the hub, without asking the run
 * (rollout-strategy 3.2, "Lost state").
 *
 * <p>A cluster whose dispatch names this attempt was dispatched in it; all others have it before
 * them. What the Rollout lists as Failed or TimeOut is so; otherwise the replica's own verdict
 * counts.
 */
public final class RowWords {
  private final String rolloutUid;
  private final Map<String, ClusterStatus> listed;
  private final boolean succeeded;
  private final String contentHash;
  private final Evidence evidence;

  /**
   * Prepares the words of one attempt.
   *
   * @param listed words of the Rollout's exceptions, by cluster
   * @param succeeded whether its outcome is Succeeded: then everybody not listed has succeeded
   * @param contentHash what a replica of this version carries
   */
  public RowWords(
      String rolloutUid,
      Map<String, ClusterStatus> listed,
      boolean succeeded,
      String contentHash,
      Evidence evidence) {
    this.rolloutUid = rolloutUid;
    this.listed = Map.copyOf(listed);
    this.succeeded = succeeded;
    this.contentHash = contentHash;
    this.evidence = evidence;
  }

  /** One word for every cluster, by name. */
  public SortedMap<String, ClusterStatus> of(
      Collection<String> clusters, Collection<Replica> replicas) {
    Map<String, Replica> byCluster =
        replicas.stream().collect(Collectors.toMap(Replica::cluster, replica -> replica));
    SortedMap<String, ClusterStatus> words = new TreeMap<>();
    clusters.forEach(
        cluster -> words.put(cluster, word(cluster, Optional.ofNullable(byCluster.get(cluster)))));
    return words;
  }

  private ClusterStatus word(String cluster, Optional<Replica> replica) {
    if (listed.containsKey(cluster)) {
      return listed.get(cluster);
    }
    boolean carries = replica.filter(held -> held.contentHash().equals(contentHash)).isPresent();
    Optional<Dispatch.As> as =
        replica
            .flatMap(Replica::dispatch)
            .filter(given -> given.rolloutUid().equals(rolloutUid))
            .map(Dispatch::as);
    if (carries && as.equals(Optional.of(Dispatch.As.NEWCOMER))) {
      return ClusterStatus.NEW_CLUSTER;
    }
    if (carries && succeeded) {
      return ClusterStatus.SUCCEEDED;
    }
    if (!as.equals(Optional.of(Dispatch.As.DISPATCHED))) {
      return ClusterStatus.TO_APPLY;
    }
    return carries && evidence.judge(replica.get()).verdict() == Verdict.POSITIVE
        ? ClusterStatus.SUCCEEDED
        : ClusterStatus.PROGRESSING;
  }
}
