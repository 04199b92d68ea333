package io.sluice.hub.client;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;

/** Separates a rejected write (data for the planner) from a failing hub (an error to retry). */
public final class RejectedWrite {
  /** Parts of a 403 message that blame the object and not Sluice's permissions. */
  private static final List<String> ABOUT_THE_OBJECT =
      List.of("being terminated", "denied the request", "exceeded quota");

  private RejectedWrite() {}

  /** Returns why this write is rejected; empty if the hub fails or Sluice lacks a permission. */
  public static Optional<String> of(KubernetesClientException cause) {
    String reason = HubException.reason(cause);
    return switch (cause.getCode()) {
      // For a POST only the namespace can be missing: without the CRD there is no root policy.
      case 404 -> Optional.of("the cluster has no namespace on the hub (%s)".formatted(reason));
      case 403 ->
          ABOUT_THE_OBJECT.stream()
              .filter(reason::contains)
              .findFirst()
              .map(part -> "the hub forbids it: " + reason);
      case 422 -> Optional.of("the hub finds the replica invalid: " + reason);
      default -> Optional.empty();
    };
  }
}
