package io.sluice.simulator.gate;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sluice.simulator.api.EmbeddedHub;

/** Plays the contract on a hub in memory. */
class GateAdmissionTest extends GateContract {
  private final EmbeddedHub hub = EmbeddedHub.start(0);

  @Override
  void gate(boolean quiet) {
    hub.admit(new GateAdmission(WORKER, quiet));
  }

  @Override
  KubernetesClient client(String user, String... groups) {
    Config config =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(hub.url())
            .withNoProxy("127.0.0.1")
            .withRequestRetryBackoffLimit(0)
            .withImpersonateUsername(user)
            .withImpersonateGroups(groups)
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  @Override
  void end() {
    hub.close();
  }
}
