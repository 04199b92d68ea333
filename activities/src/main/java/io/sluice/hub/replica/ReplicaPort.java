package io.sluice.hub.replica;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.CachedReplica;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Takes the writes of replicas that were decided: {@link ReplicaWriter} sends them to the hub. A
 * command that only shows what would be written records them instead.
 */
public interface ReplicaPort {
  /**
   * Writes the desired content unless the replica carries it.
   *
   * @param cached the replica as an informer last saw it
   */
  WriteResult write(DesiredReplica desired, Optional<CachedReplica> cached);

  /** How long a written replica counts as written while the informer does not show it yet. */
  Duration UNSEEN = Duration.ofSeconds(10);

  /**
   * Returns the replica as it was last written if the cache does not show that yet, else the cached
   * one.
   *
   * @param cached empty if an informer shows none: it may not show one that was just created
   */
  default Optional<CachedReplica> newest(
      PolicyName policy, String cluster, Optional<CachedReplica> cached) {
    return cached;
  }

  /**
   * Deletes the replica as it is, once.
   *
   * @param cached the replica as an informer last saw it; a stale one costs a conflict, never a
   *     deletion of what nobody looked at; empty: it is read
   * @param justified whether the replica, as it is when it is deleted, is to be; asked again for
   *     another state of it
   */
  WriteResult delete(
      PolicyName policy,
      String cluster,
      Optional<CachedReplica> cached,
      Predicate<CachedReplica> justified);

  /**
   * Deletes a Policy in the namespace of a cluster that is no replica, as it was read.
   *
   * @return false when it was changed or deleted meanwhile
   */
  boolean delete(GenericKubernetesResource policy);
}
