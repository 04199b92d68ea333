package io.sluice.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.connection.ConnectionFailure;

/** Checks that a hub answers, and that it knows the user of the kubeconfig. */
public final class HubCheck {
  private final KubernetesClient hub;

  HubCheck(KubernetesClient hub) {
    this.hub = hub;
  }

  void check() {
    try {
      hub.getKubernetesVersion();
    } catch (KubernetesClientException e) {
      throw failure(hub, e);
    }
  }

  /** Formats the failure of a request to the hub; a refusal names itself what it refuses. */
  static IllegalStateException failure(KubernetesClient hub, KubernetesClientException e) {
    String url = hub.getMasterUrl().toString().replaceAll("/$", "");
    ConnectionFailure.Explanation why = ConnectionFailure.ofHub(e);
    boolean answers = e.getCode() > 0;
    String usual =
        answers
            ? "Look at its log, and at your rights."
            : "Start it, or name another with --kubeconfig or --hub.";
    return new IllegalStateException(
        "Cannot %s the hub at %s: %s. %s"
            .formatted(answers ? "use" : "reach", url, why.reason(), why.remedy().orElse(usual)),
        e);
  }
}
