package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.crd.Kinds;
import java.time.Instant;

/** Says that clusters are available, as their agents do: no example carries a status. */
final class AvailableClusters {
  private AvailableClusters() {}

  /** Writes the status of every ManagedCluster of the hub. */
  static void write(KubernetesClient hub) {
    hub.genericKubernetesResources(Kinds.MANAGED_CLUSTER)
        .list()
        .getItems()
        .forEach(
            cluster ->
                hub.genericKubernetesResources(Kinds.MANAGED_CLUSTER)
                    .resource(cluster)
                    .editStatus(
                        found -> {
                          found.setAdditionalProperty(
                              "status", ManagedClusterStatus.available(Instant.now()));
                          return found;
                        }));
  }
}
