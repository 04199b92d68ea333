package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.CachedReplica;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers which replicas this process has deleted, until its informer no longer shows them: a
 * pass that begins before that would send each deletion once more. By their UIDs, as another
 * replica of the same name is another object.
 */
final class DeletedReplicas {
  private static final int REMEMBERED = 4096;

  private final Clock clock;

  /** When each was deleted, by UID. */
  private final Map<String, Instant> deleted =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
          return size() > REMEMBERED || old(eldest.getValue());
        }
      };

  DeletedReplicas(Clock clock) {
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Enters one that the hub has deleted; one with finalizers only begins to go. */
  synchronized void remember(CachedReplica replica) {
    if (replica.finalizers().isEmpty()) {
      deleted.put(replica.uid(), clock.instant());
    }
  }

  /**
   * Returns whether this is one of them. What the cache shows for longer than {@link
   * ReplicaPort#UNSEEN} may have been restored from a backup.
   */
  synchronized boolean contains(CachedReplica replica) {
    Instant at = deleted.get(replica.uid());
    return at != null && !old(at);
  }

  private boolean old(Instant at) {
    return !clock.instant().isBefore(at.plus(ReplicaPort.UNSEEN));
  }
}
