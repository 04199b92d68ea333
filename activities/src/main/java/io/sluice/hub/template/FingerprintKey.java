package io.sluice.hub.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** Keeps the key of the fingerprints of Secrets in a Secret of the hub (lazy-activation 1.3). */
public final class FingerprintKey {
  public static final String NAME = "sluice-fingerprint-key";

  private static final String FIELD = "key";
  private static final int BYTES = 32;

  private final HubApi hub;
  private final String namespace;

  /**
   * Keeps the key.
   *
   * @param namespace that of Sluice
   */
  public FingerprintKey(KubernetesClient client, String namespace) {
    this.hub = new HubApi(client);
    this.namespace = namespace;
  }

  /**
   * Returns the key; makes one where there is none.
   *
   * @throws HubException if the hub fails
   */
  public byte[] get() {
    return stored().orElseGet(this::create);
  }

  private Optional<byte[]> stored() {
    return hub.get(Kinds.SECRET, namespace, NAME)
        .map(secret -> HubObjects.part(secret, "data"))
        .flatMap(data -> JsonTree.text(data, FIELD))
        .map(Base64.getDecoder()::decode);
  }

  private byte[] create() {
    byte[] key = new byte[BYTES];
    new SecureRandom().nextBytes(key);
    GenericKubernetesResource secret =
        HubObjects.object(
            Kinds.SECRET, new ObjectMetaBuilder().withNamespace(namespace).withName(NAME).build());
    secret.setAdditionalProperty("type", "Opaque");
    secret.setAdditionalProperty("data", Map.of(FIELD, Base64.getEncoder().encodeToString(key)));
    try {
      hub.create(Kinds.SECRET, secret);
      return key;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.NOT_FOUND) {
        throw HubException.noNamespace(
            "keep the key of fingerprints in Secret %s/%s".formatted(namespace, NAME),
            namespace,
            e);
      }
      if (e.getCode() != HubApi.CONFLICT) {
        throw HubException.of("keep the key of fingerprints", "create", Kinds.SECRET, e);
      }
      return stored()
          .orElseThrow(
              () ->
                  new IllegalStateException(
                      "Cannot read the key of fingerprints: Secret %s/%s has no field %s. Delete it; Sluice makes a new one."
                          .formatted(namespace, NAME, FIELD)));
    }
  }
}
