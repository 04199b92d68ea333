package io.sluice.cli;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Makes sure that a hub answers before a worker settles down on it. */
final class HubCheck {
  private HubCheck() {}

  static void answers(Config config) {
    try (KubernetesClient client = HubOptions.client(config)) {
      client.getKubernetesVersion();
    } catch (KubernetesClientException e) {
      throw new CliFailure(
          "Cannot reach the hub at %s within %d s: %s. Start it, or name another with --kubeconfig or --hub."
              .formatted(
                  config.getMasterUrl(), config.getRequestTimeout() / 1000, Failures.reason(e)),
          e);
    }
  }
}
