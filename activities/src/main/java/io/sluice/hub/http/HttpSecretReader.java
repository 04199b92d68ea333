package io.sluice.hub.http;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the credentials of requests from Secrets: those in the namespace of the Rollout alone, and
 * with the label that says that they may be used for this (between-waves K5).
 */
public final class HttpSecretReader {
  private static final String LABEL = "sluice.io/check";

  private static final int FORBIDDEN = 403;

  private final HubApi hub;

  /** Reads them from this hub. */
  public HttpSecretReader(HubApi hub) {
    this.hub = hub;
  }

  /**
   * Reads it, where the settings name one.
   *
   * @param namespace of the Rollout
   * @throws NoAnswerException if it cannot be used
   */
  public Optional<HttpSecret> read(String namespace, Optional<String> name) {
    return name.map(named -> read(namespace, named));
  }

  private HttpSecret read(String namespace, String name) {
    String label = namespace + "/" + ObjectNames.checked(name);
    GenericKubernetesResource found =
        object(namespace, name, label)
            .orElseThrow(
                () ->
                    new NoAnswerException("Cannot read Secret %s: there is none".formatted(label)));
    if (!"true".equals(HubObjects.labels(found).get(LABEL))) {
      throw new NoAnswerException(
          "Cannot use Secret %s: it lacks the label %s: \"true\"".formatted(label, LABEL));
    }
    Map<String, byte[]> values = new HashMap<>();
    HubObjects.part(found, "data").forEach((key, value) -> decode(value, key, values));
    return new HttpSecret(label, values);
  }

  private Optional<GenericKubernetesResource> object(String namespace, String name, String label) {
    try {
      return hub.get(Kinds.SECRET, namespace, name);
    } catch (HubException e) {
      if (e.code() == FORBIDDEN) {
        throw new NoAnswerException(
            "Cannot read Secret %s: the worker may not. Grant get on it to the worker, see docs/permissions.md"
                .formatted(label));
      }
      throw e;
    }
  }

  private static void decode(Object value, String key, Map<String, byte[]> into) {
    if (value instanceof String text) {
      // The API server stores nothing else.
      into.put(key, Base64.getDecoder().decode(text));
    }
  }
}
