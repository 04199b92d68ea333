package io.sluice.hub.beside;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Creates and deletes the Placement and the PlacementBinding of an override, and keeps the Rollout
 * for as long as they stand (policy-propagation 14.2).
 */
public final class OverrideObjects {
  private static final String DISABLE_SCHEDULING =
      "cluster.open-cluster-management.io/experimental-scheduling-disable";

  private final HubApi hub;

  public OverrideObjects(KubernetesClient client) {
    this.hub = new HubApi(client);
  }

  static Map<String, String> labels(PolicyName policy) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(OverrideName.LABEL, OverrideName.label(policy));
    labels.put("velero.io/exclude-from-backup", "true");
    return labels;
  }

  /** Creates the Placement; OCM's controller leaves it alone, or selects no cluster. */
  public void createPlacement(PolicyName policy) {
    GenericKubernetesResource placement =
        HubObjects.object(
            Kinds.PLACEMENT,
            new ObjectMetaBuilder()
                .withNamespace(policy.namespace())
                .withName(OverrideName.of(policy))
                .withLabels(labels(policy))
                .withAnnotations(Map.of(DISABLE_SCHEDULING, "true"))
                .build());
    placement.setAdditionalProperty("spec", Map.of("numberOfClusters", 0));
    hub.create(Kinds.PLACEMENT, placement);
  }

  /** Creates the binding, restricted: it adds no cluster, and enforces those that are listed. */
  public void createBinding(PolicyName policy) {
    GenericKubernetesResource binding =
        HubObjects.object(
            Kinds.PLACEMENT_BINDING,
            new ObjectMetaBuilder()
                .withNamespace(policy.namespace())
                .withName(OverrideName.of(policy))
                .withLabels(labels(policy))
                .build());
    binding.setAdditionalProperty(
        "placementRef",
        Map.of(
            "apiGroup", Kinds.PLACEMENT.getGroup(),
            "kind", Kinds.PLACEMENT.getKind(),
            "name", OverrideName.of(policy)));
    binding.setAdditionalProperty(
        "subjects",
        List.of(
            Map.of("apiGroup", PolicyApi.GROUP, "kind", PolicyApi.POLICY, "name", policy.name())));
    binding.setAdditionalProperty("bindingOverrides", Map.of(PolicyApi.ACTION, "enforce"));
    binding.setAdditionalProperty("subFilter", "restricted");
    hub.create(Kinds.PLACEMENT_BINDING, binding);
  }

  public void deletePlacement(GenericKubernetesResource placement) {
    delete(() -> hub.delete(Kinds.PLACEMENT, placement));
  }

  public void deleteBinding(GenericKubernetesResource binding) {
    delete(() -> hub.delete(Kinds.PLACEMENT_BINDING, binding));
  }

  public void deletePage(GenericKubernetesResource page) {
    delete(() -> hub.delete(Kinds.PLACEMENT_DECISION, page));
  }

  private static void delete(Runnable request) {
    try {
      request.run();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HubApi.NOT_FOUND) {
        throw e;
      }
    }
  }

  /** Returns whether the Rollout carries the finalizer. */
  public static boolean held(GenericKubernetesResource rollout) {
    return finalizers(rollout).contains(OverrideName.FINALIZER);
  }

  private static List<String> finalizers(GenericKubernetesResource rollout) {
    return Objects.requireNonNullElse(rollout.getMetadata().getFinalizers(), List.of());
  }

  /** Keeps the Rollout until the override is removed, and lets it go with its policy. */
  public void hold(GenericKubernetesResource rollout, Optional<RootPolicy> root) {
    List<String> finalizers = new ArrayList<>(finalizers(rollout));
    finalizers.add(OverrideName.FINALIZER);
    rollout.getMetadata().setFinalizers(finalizers);
    if (root.isPresent() && !OwnerReferences.exist(rollout)) {
      var owners =
          new ArrayList<>(
              Objects.requireNonNullElse(
                  rollout.getMetadata().getOwnerReferences(),
                  List.<io.fabric8.kubernetes.api.model.OwnerReference>of()));
      owners.add(OwnerReferences.of(root.get().name(), root.get().uid()));
      rollout.getMetadata().setOwnerReferences(owners);
    }
    hub.update(Kinds.ROLLOUT, rollout);
  }

  /** Lets the Rollout go. */
  public void release(GenericKubernetesResource rollout) {
    List<String> finalizers = new ArrayList<>(finalizers(rollout));
    finalizers.remove(OverrideName.FINALIZER);
    rollout.getMetadata().setFinalizers(finalizers);
    hub.update(Kinds.ROLLOUT, rollout);
  }
}
