package io.sluice.hub.replica;

import io.sluice.hub.client.CachedReplica;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import java.util.Map;
import java.util.Optional;

/** Looks replicas up as they were seen last. */
public interface ReplicaView {
  /** Returns the replicas of a root, by cluster. */
  Map<String, CachedReplica> replicas(PolicyName policy);

  Optional<CachedReplica> replica(PolicyName policy, String cluster);

  /**
   * Returns what is known of the last change of a replica's content, by Sluice or not: with it new
   * reports are distinguished from earlier ones.
   */
  default Optional<Dispatch> lastChange(Replica replica) {
    return replica.dispatch();
  }
}
