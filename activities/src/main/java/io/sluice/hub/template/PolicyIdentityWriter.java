package io.sluice.hub.template;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.template.KarmadaKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Gives policies their permanent id and finalizer, and removes the finalizer (lazy-activation 2.3).
 */
public final class PolicyIdentityWriter {
  private final HubApi hub;

  public PolicyIdentityWriter(KubernetesClient client) {
    this.hub = new HubApi(client);
  }

  /**
   * Gives a policy what it lacks, in one write.
   *
   * @param anew whether it must have another id, as an older policy has the same
   */
  public void give(ResourceDefinitionContext kind, GenericKubernetesResource policy, boolean anew) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    if (anew || HubObjects.labels(policy).getOrDefault(label(kind), "").isEmpty()) {
      metadata.put("labels", Map.of(label(kind), UUID.randomUUID().toString()));
    }
    if (!finalizers(policy).contains(finalizer(kind))) {
      metadata.put(
          "finalizers",
          Stream.concat(finalizers(policy).stream(), Stream.of(finalizer(kind))).toList());
    }
    if (!metadata.isEmpty()) {
      hub.merge(kind, policy.getMetadata(), "", Map.of("metadata", metadata));
    }
  }

  /** Removes the finalizer from a policy that is being deleted. */
  public void release(ResourceDefinitionContext kind, GenericKubernetesResource policy) {
    if (finalizers(policy).contains(finalizer(kind))) {
      hub.merge(
          kind,
          policy.getMetadata(),
          "",
          Map.of(
              "metadata",
              Map.of(
                  "finalizers",
                  finalizers(policy).stream()
                      .filter(each -> !each.equals(finalizer(kind)))
                      .toList())));
    }
  }

  private static List<String> finalizers(GenericKubernetesResource policy) {
    return requireNonNullElse(policy.getMetadata().getFinalizers(), List.of());
  }

  /** Returns the label that carries the permanent id of that kind of policy. */
  public static String label(ResourceDefinitionContext kind) {
    return kind.isNamespaceScoped() ? KarmadaKeys.POLICY_ID : KarmadaKeys.CLUSTER_POLICY_ID;
  }

  private static String finalizer(ResourceDefinitionContext kind) {
    return kind.isNamespaceScoped()
        ? KarmadaKeys.POLICY_FINALIZER
        : KarmadaKeys.CLUSTER_POLICY_FINALIZER;
  }
}
