package io.sluice.hub.client;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;

/**
 * Tells a cluster that the hub will not take a replica for from a hub that fails: the one is data
 * for the rollout, the other is tried again.
 */
public final class RejectedWrite {
  /** What the API server writes when it is an object, not our rights, that stands in the way. */
  private static final List<String> ABOUT_THE_OBJECT =
      List.of("being terminated", "denied the request", "exceeded quota");

  private RejectedWrite() {}

  /** Why this one write is refused; empty when it is the hub that fails, or we lack a right. */
  public static Optional<String> of(KubernetesClientException cause) {
    String reason = HubException.reason(cause);
    return switch (cause.getCode()) {
      // Only a namespace can be missing for a POST; without the CRD there were no root to roll out.
      case 404 -> Optional.of("the cluster has no namespace on the hub (%s)".formatted(reason));
      case 403 ->
          ABOUT_THE_OBJECT.stream()
              .filter(reason::contains)
              .findFirst()
              .map(words -> "the hub forbids it: " + reason);
      case 422 -> Optional.of("the hub finds the replica invalid: " + reason);
      default -> Optional.empty();
    };
  }
}
