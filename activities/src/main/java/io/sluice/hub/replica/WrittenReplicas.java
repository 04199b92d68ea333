package io.sluice.hub.replica;

import io.sluice.hub.client.CachedReplica;
import io.sluice.policy.PolicyName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers replicas as this process wrote them last, until its informer shows them: a second write
 * from the stale cache would meet a conflict with the first.
 */
final class WrittenReplicas {
  private static final int REMEMBERED = 4096;

  private record Key(PolicyName policy, String cluster) {}

  private final Map<Key, CachedReplica> written =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, CachedReplica> eldest) {
          return size() > REMEMBERED;
        }
      };

  synchronized void remember(PolicyName policy, String cluster, CachedReplica replica) {
    written.put(new Key(policy, cluster), replica);
  }

  synchronized void forget(PolicyName policy, String cluster) {
    written.remove(new Key(policy, cluster));
  }

  /** Returns the cached replica, or what was written over it since. */
  synchronized Optional<CachedReplica> newest(
      PolicyName policy, String cluster, Optional<CachedReplica> cached) {
    CachedReplica own = written.get(new Key(policy, cluster));
    if (own == null || cached.isPresent() && version(cached.get()) >= version(own)) {
      written.remove(new Key(policy, cluster));
      return cached;
    }
    return Optional.of(own);
  }

  /**
   * Later versions are higher numbers on every API server; one without a number is not compared.
   */
  private static long version(CachedReplica replica) {
    try {
      return Long.parseLong(replica.replica().resourceVersion());
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
