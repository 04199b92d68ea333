package io.sluice.cli;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and writes what people see of a policy on the hub: the policy and its Rollout object. */
public final class StatusReader {
  private static final ResourceDefinitionContext POLICIES =
      kind(PolicyApi.GROUP, "v1", PolicyApi.POLICY, "policies");
  private static final ResourceDefinitionContext ROLLOUTS =
      kind("cluster.open-cluster-management.io", "v1beta1", "Rollout", "rollouts");

  private final KubernetesClient hub;

  public StatusReader(KubernetesClient hub) {
    this.hub = hub;
  }

  private static ResourceDefinitionContext kind(
      String group, String version, String kind, String plural) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group)
        .withVersion(version)
        .withKind(kind)
        .withPlural(plural)
        .withNamespaced(true)
        .build();
  }

  /**
   * Reads where a policy stands.
   *
   * @param act begins the message when there is no such policy: {@code "Cannot show policy a/b"}
   */
  public StatusView board(PolicyName name, String act) {
    return StatusViewParser.read(
        name, tree(policy(name, act)), rollout(name).map(StatusReader::tree));
  }

  GenericKubernetesResource policy(PolicyName name, String act) {
    return Optional.ofNullable(
            hub.genericKubernetesResources(POLICIES)
                .inNamespace(name.namespace())
                .withName(name.name())
                .get())
        .orElseThrow(() -> new CliFailure(act + ": the hub has no such policy. " + offer(name)));
  }

  Optional<GenericKubernetesResource> rollout(PolicyName name) {
    return Optional.ofNullable(
        hub.genericKubernetesResources(ROLLOUTS)
            .inNamespace(name.namespace())
            .withName(name.rolloutName())
            .get());
  }

  /** Writes it if nobody else has meanwhile; otherwise the hub answers 409. */
  void replace(GenericKubernetesResource rollout) {
    hub.genericKubernetesResources(ROLLOUTS)
        .inNamespace(rollout.getMetadata().getNamespace())
        .resource(rollout)
        .update();
  }

  /** The whole object as one tree, with what is read of its metadata. */
  static Map<String, Object> tree(GenericKubernetesResource object) {
    Map<String, Object> tree = new LinkedHashMap<>(object.getAdditionalProperties());
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("generation", object.getMetadata().getGeneration());
    metadata.put(
        "annotations", requireNonNullElse(object.getMetadata().getAnnotations(), Map.of()));
    tree.put("metadata", metadata);
    return tree;
  }

  private String offer(PolicyName wanted) {
    List<PolicyName> roots =
        hub
            .genericKubernetesResources(POLICIES)
            .inAnyNamespace()
            .withoutLabel(PolicyApi.ROOT_POLICY)
            .list()
            .getItems()
            .stream()
            .map(GenericKubernetesResource::getMetadata)
            .map(metadata -> new PolicyName(metadata.getNamespace(), metadata.getName()))
            .toList();
    return NameSuggestions.of(wanted, roots);
  }
}
