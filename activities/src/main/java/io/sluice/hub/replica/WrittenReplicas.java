package io.sluice.hub.replica;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.ResourceVersions;
import io.sluice.policy.PolicyName;
import java.time.Clock;
import java.time.Instant;
import java.util.Iterator;
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

  private record Written(CachedReplica replica, Instant at) {}

  private final Clock clock;

  /** In the order in which they were written. */
  private final Map<Key, Written> written =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Written> eldest) {
          return size() > REMEMBERED;
        }
      };

  WrittenReplicas(Clock clock) {
    this.clock = clock;
  }

  synchronized void remember(PolicyName policy, String cluster, CachedReplica replica) {
    Key key = new Key(policy, cluster);
    written.remove(key);
    written.put(key, new Written(replica, clock.instant()));
    Iterator<Written> eldest = written.values().iterator();
    while (eldest.hasNext() && old(eldest.next())) {
      eldest.remove();
    }
  }

  synchronized void forget(PolicyName policy, String cluster) {
    written.remove(new Key(policy, cluster));
  }

  /**
   * Returns the cached replica, or what was written over it since.
   *
   * <p>What the cache does not show was written a moment ago, or has been deleted or restored from
   * a backup since: it counts for {@link ReplicaPort#UNSEEN} after the write.
   */
  synchronized Optional<CachedReplica> newest(
      PolicyName policy, String cluster, Optional<CachedReplica> cached) {
    Written own = written.get(new Key(policy, cluster));
    if (own == null || old(own) || cached.filter(seen -> shows(seen, own)).isPresent()) {
      written.remove(new Key(policy, cluster));
      return cached;
    }
    return Optional.of(own.replica());
  }

  private static boolean shows(CachedReplica cached, Written own) {
    return version(cached) >= version(own.replica());
  }

  private boolean old(Written own) {
    return !clock.instant().isBefore(own.at().plus(ReplicaPort.UNSEEN));
  }

  /** One without a number is not compared. */
  private static long version(CachedReplica replica) {
    return ResourceVersions.number(replica.replica().resourceVersion()).orElse(Long.MAX_VALUE);
  }
}
