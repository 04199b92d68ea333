package io.sluice.hub.client;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.JsonTree;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides whether Leases are being renewed.
 *
 * <p>A renewal counts for as long as the Lease promises: from the time that the Lease names, and
 * from the moment at which it was seen here, whichever ends later, as the clock of the holder may
 * be wrong.
 */
public final class LeaseRenewals {
  private static final long DEFAULT_SECONDS = 15;

  private final Clock clock;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  /** The time of a renewal as the Lease names it, and when it was seen; not for the first one. */
  private record Seen(String renewed, Optional<Instant> at) {}

  public LeaseRenewals(Clock clock) {
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Returns whether that Lease is being renewed. */
  public boolean renewed(GenericKubernetesResource lease) {
    Instant now = clock.instant();
    Map<String, Object> spec = HubObjects.part(lease, "spec");
    long seconds = JsonTree.number(spec, "leaseDurationSeconds");
    Duration promised = Duration.ofSeconds(seconds > 0 ? seconds : DEFAULT_SECONDS);
    String renewal = JsonTree.text(spec, "renewTime").orElse("");
    Seen last =
        seen.compute(
            lease.getMetadata().getNamespace() + "/" + lease.getMetadata().getName(),
            (key, before) -> {
              if (before == null) {
                return new Seen(renewal, Optional.empty());
              }
              return before.renewed().equals(renewal)
                  ? before
                  : new Seen(renewal, Optional.of(now));
            });
    return JsonTree.instant(renewal).orElse(Instant.EPOCH).plus(promised).isAfter(now)
        || last.at().filter(at -> at.plus(promised).isAfter(now)).isPresent();
  }
}
