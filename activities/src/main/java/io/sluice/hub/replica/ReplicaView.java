package io.sluice.hub.replica;

import io.sluice.hub.client.CachedReplica;
import io.sluice.policy.PolicyName;
import java.util.Map;
import java.util.Optional;

/** Looks replicas up as they were seen last. */
public interface ReplicaView {
  /** Returns the replicas of a root, by cluster. */
  Map<String, CachedReplica> replicas(PolicyName policy);

  Optional<CachedReplica> replica(PolicyName policy, String cluster);
}
