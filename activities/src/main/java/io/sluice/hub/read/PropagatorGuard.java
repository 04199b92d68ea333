package io.sluice.hub.read;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import io.sluice.policy.Problem;
import io.sluice.strategy.Refusal.Reason;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Decides whether replicas and statuses of policies may be written: not while OCM's own propagator
 * runs, because it writes them too (policy-propagation 8.1).
 *
 * <p>It runs while its Lease is renewed, in whatever namespace. A Lease counts for as long as its
 * holder promised, by the time that it names, and from the moment at which a renewal was seen: the
 * clock of the holder may differ.
 */
public final class PropagatorGuard {
  /** The name of the propagator's Lease. */
  public static final String LEASE = "policy-propagator.open-cluster-management.io";

  /** Never forbids a write: for hubs without a propagator. */
  public static final PropagatorGuard ALONE = new PropagatorGuard(List::of, Clock.systemUTC());

  private static final long DEFAULT_SECONDS = 15;

  private final Supplier<List<GenericKubernetesResource>> leases;
  private final Clock clock;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  /** The time of a renewal as the Lease names it, and when it was seen; not for the first one. */
  private record Seen(String renewed, Optional<Instant> at) {}

  /**
   * Guards by these Leases.
   *
   * @param leases the Leases of that name in all namespaces, as they are now
   */
  public PropagatorGuard(Supplier<List<GenericKubernetesResource>> leases, Clock clock) {
    this.leases = requireNonNull(leases, "leases is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Returns whether nothing forbids to write. */
  public boolean free() {
    return problem().isEmpty();
  }

  /** Returns why nothing is written; empty when the propagator does not run. */
  public Optional<Problem> problem() {
    Instant now = clock.instant();
    return leases.get().stream()
        .filter(lease -> renewed(lease, now))
        .map(GenericKubernetesResource::getMetadata)
        .map(PropagatorGuard::problem)
        .findFirst();
  }

  private static Problem problem(ObjectMeta lease) {
    return new Problem(
        Reason.PROPAGATOR_RUNNING.label(),
        "Lease %s/%s".formatted(lease.getNamespace(), lease.getName()),
        "is being renewed, so OCM's propagator runs and writes the same replicas",
        "Scale the deployment governance-policy-propagator to 0; Sluice continues when the Lease"
            + " has expired");
  }

  private boolean renewed(GenericKubernetesResource lease, Instant now) {
    Map<String, Object> spec = HubObjects.part(lease, "spec");
    long seconds = JsonTree.number(spec, "leaseDurationSeconds");
    Duration promised = Duration.ofSeconds(seconds > 0 ? seconds : DEFAULT_SECONDS);
    String renewal = JsonTree.text(spec, "renewTime").orElse("");
    Seen last =
        seen.compute(
            lease.getMetadata().getNamespace(),
            (namespace, before) -> {
              if (before == null) {
                return new Seen(renewal, Optional.empty());
              }
              return before.renewed().equals(renewal)
                  ? before
                  : new Seen(renewal, Optional.of(now));
            });
    return instant(renewal).plus(promised).isAfter(now)
        || last.at().filter(at -> at.plus(promised).isAfter(now)).isPresent();
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }
}
