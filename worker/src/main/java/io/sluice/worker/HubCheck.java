package io.sluice.worker;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;

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
    if (e.getCode() == 401) {
      return new IllegalStateException(
          "Cannot use the hub at %s: it does not know the user of the kubeconfig (401). Correct --kubeconfig."
              .formatted(url),
          e);
    }
    if (e.getCode() > 0) {
      return new IllegalStateException(
          "Cannot use the hub at %s: it answers %d: %s. Look at its log, and at your rights."
              .formatted(url, e.getCode(), message(e)),
          e);
    }
    return new IllegalStateException(
        "Cannot reach the hub at %s: %s. Start it, or name another with --kubeconfig or --hub."
            .formatted(url, reason(e)),
        e);
  }

  /** Returns the message of the hub itself, without a full stop. */
  public static String message(KubernetesClientException failure) {
    String message =
        failure.getStatus() == null || failure.getStatus().getMessage() == null
            ? failure.getMessage()
            : failure.getStatus().getMessage();
    return message.strip().replaceAll("\\.$", "");
  }

  /** Returns the message of the innermost cause that has one. */
  public static String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof HttpTimeoutException) {
        return "no answer in time";
      }
      if (cause instanceof ConnectException) {
        return "the connection is refused";
      }
      if (cause instanceof IOException && cause.getMessage() != null && cause.getCause() == null) {
        return cause.getMessage();
      }
    }
    return String.valueOf(failure.getMessage());
  }
}
