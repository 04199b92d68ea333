package io.sluice.tools.handover;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubException;
import io.sluice.settings.LeaseSettings;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds out whether a worker leads on a hub, by the Lease of the workers.
 *
 * <p>A Lease that names a holder and is old by this machine's clock is watched for as long as its
 * holder promised: the clock of the holder may be behind.
 */
final class WorkerLease {
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final int DEFAULT_SECONDS = 10;

  private final KubernetesClient hub;
  private final String namespace;
  private final ProcessTime time;

  WorkerLease(KubernetesClient hub, String namespace, ProcessTime time) {
    this.hub = hub;
    this.namespace = namespace;
    this.time = time;
  }

  /** Returns the worker that leads; empty if none does. Waits if that has to be found out. */
  Optional<String> holder() throws InterruptedException {
    Optional<Lease> found = held(read());
    if (found.isEmpty() || fresh(found.get().getSpec())) {
      return found.map(WorkerLease::identity);
    }
    long until = time.nanos() + promised(found.get().getSpec()).toNanos();
    while (time.nanos() < until) {
      time.pause(LOOK);
      Optional<Lease> now = held(read());
      if (now.isEmpty()) {
        return Optional.empty();
      }
      if (!version(now.get()).equals(version(found.get()))) {
        return now.map(WorkerLease::identity);
      }
    }
    return Optional.empty();
  }

  private Optional<Lease> read() {
    try {
      return Optional.ofNullable(
          hub.leases().inNamespace(namespace).withName(LeaseSettings.NAME).get());
    } catch (KubernetesClientException e) {
      throw HubException.of(
          "read Lease %s/%s".formatted(namespace, LeaseSettings.NAME), "get", "leases", e);
    }
  }

  private static Optional<Lease> held(Optional<Lease> lease) {
    return lease
        .filter(found -> found.getSpec() != null)
        .filter(found -> !Optional.ofNullable(identity(found)).orElse("").isEmpty());
  }

  private boolean fresh(LeaseSpec spec) {
    return spec.getRenewTime() != null
        && spec.getRenewTime().toInstant().plus(promised(spec)).isAfter(time.clock().instant());
  }

  private static Duration promised(LeaseSpec spec) {
    return Duration.ofSeconds(
        Optional.ofNullable(spec.getLeaseDurationSeconds()).orElse(DEFAULT_SECONDS));
  }

  private static String identity(Lease lease) {
    return lease.getSpec().getHolderIdentity();
  }

  private static String version(Lease lease) {
    return lease.getMetadata().getResourceVersion();
  }
}
