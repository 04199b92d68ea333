package io.sluice.cli.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sluice.cli.option.CliFailure;
import io.sluice.cli.option.PolicyFinder;
import io.sluice.cli.option.SpecEditor;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import java.util.Map;
import java.util.Optional;

/** Reads a policy and its Rollout object from the hub, for the commands about one policy. */
public final class StatusReader {
  private final KubernetesClient client;
  private final HubApi hub;

  public StatusReader(KubernetesClient client) {
    this.client = client;
    this.hub = new HubApi(client);
  }

  /**
   * Returns where a policy stands.
   *
   * @param act begins the message when there is no such policy: {@code "Cannot show policy a/b"}
   * @throws CliFailure when the hub has no such policy
   */
  public StatusView read(PolicyName name, String act) {
    return StatusView.of(policy(name, act), rollout(name));
  }

  public GenericKubernetesResource policy(PolicyName name, String act) {
    return new PolicyFinder(client).policy(name, act);
  }

  public Optional<GenericKubernetesResource> rollout(PolicyName name) {
    return hub.get(Kinds.ROLLOUT, name.namespace(), name.rolloutName());
  }

  /**
   * Writes the spec, with the name of the person, if the object has not changed since it was read;
   * otherwise the hub answers 409.
   */
  public void writeSpec(GenericKubernetesResource rollout, Map<String, Object> spec) {
    ObjectMeta metadata = rollout.getMetadata();
    // A patch, because an update of fabric8 carries no field manager.
    client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(metadata.getNamespace())
        .withName(metadata.getName())
        .patch(
            new PatchContext.Builder()
                .withPatchType(PatchType.JSON_MERGE)
                .withFieldManager(SpecEditor.of(client.getConfiguration()))
                .build(),
            HubObjects.json(
                Map.of(
                    "metadata",
                    Map.of("resourceVersion", metadata.getResourceVersion()),
                    "spec",
                    spec)));
  }
}
