package io.sluice.hub.replica;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import java.util.Optional;

/**
 * Distinguishes answers that refuse the write of one object from answers of a hub that fails
 * (rollout-strategy 3.4).
 *
 * <p>A refusal is every answer about the object but 401, 408, 409, 429 and lost connections. A 5xx
 * is about the object if the API server reports an error inside this request: of a webhook, of a
 * conversion, of a size that etcd rejects. Every other 5xx comes from a hub that would fail for any
 * object: etcd without a leader, an overloaded or stopping server.
 */
public final class RefusalReason {
  /** The message of every error inside a request, see NewInternalError of apimachinery. */
  private static final String INSIDE_THE_REQUEST = "Internal error occurred: ";

  private RefusalReason() {}

  /** Returns why the hub refuses the write; empty if the hub fails. */
  public static Optional<String> of(String verb, KubernetesClientException answer) {
    String reason = HubException.reason(answer);
    int code = answer.getCode();
    return switch (code) {
      case 401, 408, 409, 429 -> Optional.empty();
      // For a POST only the namespace can be missing: without the CRD there is no root policy.
      case 404 -> Optional.of("the cluster has no namespace on the hub (%s)".formatted(reason));
      case 403 -> Optional.of("the hub forbids it: " + reason + remedy(verb, reason));
      case 413 -> Optional.of("the replica is too large for the hub: " + reason);
      case 422 -> Optional.of("the hub finds the replica invalid: " + reason);
      case 500 ->
          aboutTheObject(reason)
              ? Optional.of("the hub failed on this replica (500): " + reason)
              : Optional.empty();
      default ->
          code >= 400 && code < 500
              ? Optional.of("the hub refuses it (%d): %s".formatted(code, reason))
              : Optional.empty();
    };
  }

  /** The message of the authorizer, unlike that of an admission policy, names the verb. */
  private static String remedy(String verb, String reason) {
    return reason.contains("cannot " + verb + " resource")
        ? ". Grant the verb %s on %s to Sluice.".formatted(verb, Kinds.resource(Kinds.POLICY))
        : "";
  }

  private static boolean aboutTheObject(String reason) {
    return reason.startsWith(INSIDE_THE_REQUEST)
        || reason.contains("webhook")
        || reason.contains("request is too large");
  }
}
