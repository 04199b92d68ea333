package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.tools.option.SpecEditor;
import java.util.Map;

/** Writes the spec of a Rollout for a person, with the rights and under the name of that person. */
public final class RolloutSpecWriter {
  private final KubernetesClient client;

  public RolloutSpecWriter(KubernetesClient client) {
    this.client = requireNonNull(client, "client is null");
  }

  /**
   * Writes the spec, in which null removes a field.
   *
   * @return false when the object has changed since it was read: then nothing is written
   */
  public boolean write(GenericKubernetesResource rollout, Map<String, Object> spec) {
    ObjectMeta metadata = rollout.getMetadata();
    try {
      // A patch, because an update of fabric8 carries no field manager.
      client
          .genericKubernetesResources(Kinds.ROLLOUT)
          .inNamespace(metadata.getNamespace())
          .withName(metadata.getName())
          .patch(
              new PatchContext.Builder()
                  .withPatchType(PatchType.JSON_MERGE)
                  .withFieldManager(SpecEditor.of(client))
                  .build(),
              HubObjects.json(
                  Map.of(
                      "metadata",
                      Map.of("resourceVersion", metadata.getResourceVersion()),
                      "spec",
                      spec)));
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT) {
        return false;
      }
      throw e;
    }
  }
}
