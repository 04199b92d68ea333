package io.sluice.hub.replica;

import io.sluice.hub.client.CachedReplica;
import io.sluice.policy.PolicyName;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Remembers replicas that were deleted as they were last seen, so that each can come back at the
 * version that its cluster had (policy-propagation 7). The oldest are forgotten first.
 */
public final class VanishedReplicas {
  private static final int REMEMBERED = 4096;

  private record Key(PolicyName policy, String cluster) {}

  private final Map<Key, CachedReplica> lastSeen =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, CachedReplica> eldest) {
          return size() > REMEMBERED;
        }
      };

  synchronized void remember(CachedReplica replica) {
    lastSeen.put(new Key(replica.replica().policy(), replica.replica().cluster()), replica);
  }

  synchronized void forget(PolicyName policy, String cluster) {
    lastSeen.remove(new Key(policy, cluster));
  }

  /**
   * Returns the replicas of a policy that are missing, as they were; forgets its others.
   *
   * @param selected the clusters that are to have a replica
   * @param present the clusters that have one
   */
  public synchronized List<CachedReplica> missing(
      PolicyName policy, Set<String> selected, Collection<String> present) {
    lastSeen
        .keySet()
        .removeIf(
            key ->
                key.policy().equals(policy)
                    && (!selected.contains(key.cluster()) || present.contains(key.cluster())));
    return lastSeen.entrySet().stream()
        .filter(entry -> entry.getKey().policy().equals(policy))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Forgets a policy. */
  public synchronized void forget(PolicyName policy) {
    lastSeen.keySet().removeIf(key -> key.policy().equals(policy));
  }
}
