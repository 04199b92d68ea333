package io.sluice.hub.write;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.replica.ReplicaPort;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers which version of an object this process replaced last: a cache that still shows it is
 * behind, and a second write from there would meet a conflict with the first.
 *
 * <p>Only for {@link ReplicaPort#UNSEEN}: a hub that is restored from a backup has that version
 * again.
 */
final class ReplacedVersions {
  private static final int REMEMBERED = 4096;

  private record Replaced(String resourceVersion, Instant at) {}

  private final Clock clock;
  private final Map<String, Replaced> replaced =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Replaced> eldest) {
          return size() > REMEMBERED;
        }
      };

  ReplacedVersions(Clock clock) {
    this.clock = requireNonNull(clock, "clock is null");
  }

  synchronized void remember(String uid, String resourceVersion) {
    replaced.put(uid, new Replaced(resourceVersion, clock.instant()));
  }

  /** Returns whether this version was replaced a moment ago. */
  synchronized boolean contains(String uid, String resourceVersion) {
    Replaced last = replaced.get(uid);
    return last != null
        && last.resourceVersion().equals(resourceVersion)
        && clock.instant().isBefore(last.at().plus(ReplicaPort.UNSEEN));
  }
}
