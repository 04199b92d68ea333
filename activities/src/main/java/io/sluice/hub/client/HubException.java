package io.sluice.hub.client;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;

/**
 * Says that the hub did not do what it was asked: cannot be reached, is overloaded, or does not let
 * us. Whoever asked tries again.
 */
public final class HubException extends RuntimeException {
  private final int code;

  private HubException(String message, int code, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /**
   * Words a failed request.
   *
   * @param doing what was wanted of which object: {@code read policy retail/tls}
   * @param verb as access rules name it
   */
  public static HubException of(
      String doing, String verb, ResourceDefinitionContext kind, KubernetesClientException cause) {
    return of(doing, verb, Kinds.resource(kind), cause);
  }

  public static HubException of(
      String doing, String verb, String resource, KubernetesClientException cause) {
    int code = cause.getCode();
    String message =
        switch (code) {
          case 401 -> "the hub does not know us (401). Check the credentials of Sluice.";
          case 403 ->
              "the hub does not allow %s of %s (403). Grant the verb %s on %s to Sluice."
                  .formatted(verb, resource, verb, resource);
          case 404 ->
              "the hub knows no %s of that kind (404). Install the CRDs of deploy/crds."
                  .formatted(resource);
          case 0 ->
              "the hub cannot be reached (%s). Check the address and the network; Sluice tries again."
                  .formatted(reason(cause));
          default -> "the hub answered %d (%s). Sluice tries again.".formatted(code, reason(cause));
        };
    return new HubException("Cannot %s: %s".formatted(doing, message), code, cause);
  }

  /** Words a write that others kept getting ahead of. */
  public static HubException contended(String doing, int tries) {
    return new HubException(
        "Cannot %s: the object changed %d times meanwhile. Sluice tries again."
            .formatted(doing, tries),
        409,
        null);
  }

  static HubException interrupted(String doing, InterruptedException cause) {
    return new HubException(
        "Cannot %s: the process is shutting down. Another one goes on.".formatted(doing), 0, cause);
  }

  /** The HTTP status, 0 where there was no answer. */
  public int code() {
    return code;
  }

  static String reason(KubernetesClientException cause) {
    if (cause.getStatus() != null && cause.getStatus().getMessage() != null) {
      return cause.getStatus().getMessage();
    }
    Throwable root = cause;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }
}
