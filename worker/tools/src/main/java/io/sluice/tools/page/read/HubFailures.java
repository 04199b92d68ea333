package io.sluice.tools.page.read;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.connection.ConnectionFailure;
import io.sluice.hub.client.HubException;

/** Formats why a part of a page could not be read. */
final class HubFailures {
  private HubFailures() {}

  /** Returns the sentence of a page without cells. */
  static String cells(RuntimeException failure) {
    return "Clusters are not shown one by one: %s.".formatted(reason(failure));
  }

  /** Returns the reason, without a point at its end. */
  static String reason(RuntimeException failure) {
    Throwable cause = failure instanceof HubException ? failure.getCause() : failure;
    return cause instanceof KubernetesClientException hub
        ? ConnectionFailure.ofHub(hub).reason()
        : String.valueOf(failure.getMessage()).replaceAll("\\.$", "");
  }
}
