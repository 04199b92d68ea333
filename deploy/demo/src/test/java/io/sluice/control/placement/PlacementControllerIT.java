package io.sluice.control.placement;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.SharedDevServers;

/** The evaluator on a real API server. */
class PlacementControllerIT extends SchedulingContract {
  private KubernetesClient client;

  @Override
  KubernetesClient connect() {
    client = SharedDevServers.get().client();
    return client;
  }

  @Override
  void disconnect() {
    client.close();
  }
}
