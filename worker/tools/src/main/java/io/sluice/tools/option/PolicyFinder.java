package io.sluice.tools.option;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.List;

/** Finds the policy that a command names, or suggests others. */
public final class PolicyFinder {
  private final KubernetesClient client;

  public PolicyFinder(KubernetesClient client) {
    this.client = requireNonNull(client, "client is null");
  }

  /**
   * Returns the name of the policy that a person names.
   *
   * @throws CliFailure if that is no name
   */
  public PolicyName named(HubOptions hub, Config config, String text) {
    return PolicyReference.of(text, hub.namedNamespace(), hub.namespace(config)).in(this::exists);
  }

  private boolean exists(PolicyName name) {
    return new HubApi(client).get(Kinds.POLICY, name.namespace(), name.name()).isPresent();
  }

  /**
   * Returns the policy.
   *
   * @param act begins the message when there is no such policy: {@code "Cannot show policy a/b"}
   * @throws CliFailure when the hub has no such policy
   */
  public GenericKubernetesResource policy(PolicyName name, String act) {
    return new HubApi(client)
        .get(Kinds.POLICY, name.namespace(), name.name())
        .orElseThrow(
            () ->
                new CliFailure(
                    "%s: the hub has no such policy. %s"
                        .formatted(
                            act, NameSuggestions.of(name.namespace(), name.name(), roots()))));
  }

  private List<String> roots() {
    return client
        .genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .withoutLabel(PolicyApi.ROOT_POLICY)
        .list()
        .getItems()
        .stream()
        .map(GenericKubernetesResource::getMetadata)
        .map(metadata -> metadata.getNamespace() + "/" + metadata.getName())
        .toList();
  }
}
