package io.sluice.process.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubException;
import io.sluice.settings.LeaseSettings;
import java.util.Optional;
import java.util.function.Supplier;

/** Keeps the Lease on the hub, by a client of its own. */
final class HubLeaseStore implements LeaseStore {
  private static final int CONFLICT = 409;

  private final KubernetesClient client;
  private final String namespace;

  HubLeaseStore(HubConnections hub, LeaseSettings settings) {
    this.client = hub.lease(settings.renewDeadline().dividedBy(3));
    this.namespace = settings.namespace();
  }

  @Override
  public Optional<Lease> read() {
    return asking(
        "get",
        () ->
            Optional.ofNullable(
                client.leases().inNamespace(namespace).withName(LeaseSettings.NAME).get()));
  }

  @Override
  public Optional<Lease> write(Lease lease) {
    if (lease.getMetadata().getResourceVersion() == null) {
      return asking(
          "create",
          () -> Optional.of(client.leases().inNamespace(namespace).resource(lease).create()));
    }
    return asking(
        "update",
        () -> Optional.of(client.leases().inNamespace(namespace).resource(lease).update()));
  }

  private Optional<Lease> asking(String verb, Supplier<Optional<Lease>> request) {
    try {
      return request.get();
    } catch (KubernetesClientException e) {
      if (e.getCode() == CONFLICT) {
        return Optional.empty();
      }
      throw HubException.of(
          "%s Lease %s/%s".formatted(verb, namespace, LeaseSettings.NAME), verb, "leases", e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
