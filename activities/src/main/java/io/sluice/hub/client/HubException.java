package io.sluice.hub.client;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.transport.WriteRefusedException;
import java.time.Duration;
import java.util.Optional;

/**
 * Reports a request that the hub did not execute: it cannot be reached, is overloaded, or denies
 * access. Callers retry.
 */
public final class HubException extends RuntimeException {
  private final int code;

  private HubException(String message, int code, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /**
   * Formats a failed request.
   *
   * @param doing the operation and its object: {@code read policy retail/tls}
   * @param verb as in access rules
   */
  public static HubException of(
      String doing, String verb, ResourceDefinitionContext kind, KubernetesClientException cause) {
    return of(doing, verb, Kinds.resource(kind), cause);
  }

  public static HubException of(
      String doing, String verb, String resource, KubernetesClientException cause) {
    Optional<String> refused = refusal(cause);
    if (refused.isPresent()) {
      return new HubException(
          "Cannot %s: this process does not lead: %s. The leader does it."
              .formatted(doing, refused.get()),
          0,
          cause);
    }
    // Without an answer fabric8 gives 0 or -1.
    int code = Math.max(0, cause.getCode());
    String message =
        switch (code) {
          case 401 -> "the hub does not know us (401). Check the credentials of Sluice.";
          case 403 ->
              "the hub does not allow %s of %s (403). Grant the verb %s on %s to Sluice."
                  .formatted(verb, resource, verb, resource);
          case 404 ->
              "the hub knows no %s of that kind (404). Install the CRDs as deploy/crds/README.md describes."
                  .formatted(resource);
          case 0 ->
              "the hub cannot be reached (%s). Check the address and the network; Sluice tries again."
                  .formatted(reason(cause));
          default -> "the hub answered %d (%s). Sluice tries again.".formatted(code, reason(cause));
        };
    return new HubException("Cannot %s: %s".formatted(doing, message), code, cause);
  }

  private static Optional<String> refusal(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof WriteRefusedException) {
        return Optional.of(cause.getMessage());
      }
    }
    return Optional.empty();
  }

  /** Formats a write of an object whose namespace does not exist. */
  public static HubException noNamespace(
      String doing, String namespace, KubernetesClientException cause) {
    return new HubException(
        "Cannot %s: the hub has no namespace %s. Create it with kubectl create namespace %s, or name another with --lease-namespace; Sluice tries again."
            .formatted(doing, namespace, namespace),
        HubApi.NOT_FOUND,
        cause);
  }

  /** Formats a write of an object whose name somebody else has taken. */
  public static HubException foreign(String doing, String object) {
    return new HubException(
        "Cannot %s: %s is there already, and not Sluice's. Delete it, or give it another name; Sluice tries again."
            .formatted(doing, object),
        0,
        null);
  }

  /** Formats a read of an object that was deleted or replaced meanwhile. */
  public static HubException changed(String doing) {
    return new HubException(
        "Cannot %s: it was deleted or replaced meanwhile. Sluice tries again.".formatted(doing),
        HubApi.NOT_FOUND,
        null);
  }

  /** Formats a write that failed with a conflict in every try. */
  static HubException contended(String doing, int tries) {
    return new HubException(
        "Cannot %s: the object changed %d times meanwhile. Sluice tries again."
            .formatted(doing, tries),
        409,
        null);
  }

  static HubException unanswered(String doing, Duration patience) {
    return new HubException(
        "Cannot %s: the hub did not answer within %d s. Check the network and the load of the hub; Sluice tries again."
            .formatted(doing, patience.toSeconds()),
        0,
        null);
  }

  public static HubException incomplete(String doing, long missing, long of) {
    return new HubException(
        "Cannot %s: the hub did not answer for %d of %d. Sluice tries again."
            .formatted(doing, missing, of),
        0,
        null);
  }

  static HubException interrupted(String doing, InterruptedException cause) {
    return new HubException(
        "Cannot %s: the process is shutting down. Another worker continues.".formatted(doing),
        0,
        cause);
  }

  /** The HTTP status; 0 without an answer. */
  public int code() {
    return code;
  }

  public static String reason(KubernetesClientException cause) {
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
