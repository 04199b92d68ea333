package io.sluice.hub.propagator;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads since when OCM's propagator has not renewed its Lease, where it is waited for.
 *
 * <p>Beside the propagator its Lease is not watched: it is listed while an attempt is open, or
 * waits to begin, and every ten seconds at most. What is written in it decides nothing
 * (policy-propagation 8.1).
 */
public final class PropagatorLeaseReader implements Supplier<Optional<Instant>> {
  private static final Logger LOG = LoggerFactory.getLogger(PropagatorLeaseReader.class);
  private static final Duration EVERY = Duration.ofSeconds(10);

  /** That of a Lease that does not say how long it is held. */
  private static final long USUAL_SECONDS = 137;

  private final KubernetesClient hub;
  private final PropagatorNamespaces namespaces;
  private final Clock clock;
  private Instant asked = Instant.MIN;
  private Optional<Instant> answer = Optional.empty();

  public PropagatorLeaseReader(KubernetesClient hub, PropagatorNamespaces namespaces, Clock clock) {
    this.hub = requireNonNull(hub, "hub is null");
    this.namespaces = requireNonNull(namespaces, "namespaces is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Returns since when it is silent; empty where the propagator renews its Lease, or that is
   * unknown.
   */
  @Override
  public synchronized Optional<Instant> get() {
    Instant now = clock.instant();
    if (now.isBefore(asked.plus(EVERY))) {
      return answer;
    }
    asked = now;
    try {
      answer = silence(namespaces.read(hub), now);
    } catch (KubernetesClientException e) {
      LOG.debug("The Lease of OCM's propagator cannot be read", e);
      answer = Optional.empty();
    }
    return answer;
  }

  private static Optional<Instant> silence(List<GenericKubernetesResource> leases, Instant now) {
    return leases.stream()
        .map(PropagatorLeaseReader::held)
        .max(Comparator.comparing(Held::until))
        .filter(held -> held.until().isBefore(now))
        .map(Held::renewed);
  }

  private record Held(Instant renewed, Instant until) {}

  private static Held held(GenericKubernetesResource lease) {
    var spec = HubObjects.part(lease, "spec");
    Instant renewed = JsonTree.instant(spec, "renewTime").orElse(Instant.EPOCH);
    long seconds = JsonTree.number(spec, "leaseDurationSeconds");
    return new Held(renewed, renewed.plusSeconds(seconds > 0 ? seconds : USUAL_SECONDS));
  }
}
