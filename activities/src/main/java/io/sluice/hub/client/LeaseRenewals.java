package io.sluice.hub.client;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.JsonTree;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides whether Leases are being renewed.
 *
 * <p>A renewal is a change that was seen here, and counts for as long as the Lease promises. What a
 * Lease says of itself proves nothing: whoever may write one writes any instant into it
 * (policy-propagation 8.1).
 */
public final class LeaseRenewals {
  private static final long DEFAULT_SECONDS = 15;

  /** More than any leader election takes. */
  private static final long MOST_SECONDS = 300;

  private final Clock clock;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  /** A state of a Lease, and since when it counts as renewed. */
  private record Seen(String renewal, String version, Instant at) {
    /**
     * Counts a Lease that is seen for the first time as renewed at the instant that it names, but
     * not later than now: its holder may be about to renew it.
     */
    Seen first() {
      Instant named = JsonTree.instant(renewal).orElse(Instant.EPOCH);
      return named.isAfter(at) ? this : new Seen(renewal, version, named);
    }

    boolean same(Seen other) {
      return renewal.equals(other.renewal) && version.equals(other.version);
    }
  }

  public LeaseRenewals(Clock clock) {
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Returns whether that Lease is being renewed. */
  public boolean renewed(GenericKubernetesResource lease) {
    Instant now = clock.instant();
    Map<String, Object> spec = HubObjects.part(lease, "spec");
    long seconds = JsonTree.number(spec, "leaseDurationSeconds");
    Duration promised =
        Duration.ofSeconds(seconds > 0 ? Math.min(seconds, MOST_SECONDS) : DEFAULT_SECONDS);
    Seen present =
        new Seen(
            JsonTree.text(spec, "renewTime").orElse(""),
            requireNonNullElse(HubObjects.resourceVersion(lease), ""),
            now);
    Seen last =
        seen.compute(
            lease.getMetadata().getNamespace() + "/" + lease.getMetadata().getName(),
            (key, before) ->
                before == null ? present.first() : before.same(present) ? before : present);
    return now.minus(promised).isBefore(last.at());
  }
}
