package io.sluice.hub.beside;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.beside.OverrideName;
import io.sluice.beside.OverridePart;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.OwnerReferences;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.evaluation.PlacementScope;
import io.sluice.policy.Hashes;
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
 * for as long as they exist (policy-propagation 14.2).
 */
public final class OverrideObjects {
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
    hub.create(
        Kinds.PLACEMENT,
        restored(Kinds.PLACEMENT, HubObjects.object(Kinds.PLACEMENT, fresh(policy)), policy));
  }

  /** Creates the binding, restricted: it adds no cluster, and enforces those that are listed. */
  public void createBinding(PolicyName policy) {
    hub.create(
        Kinds.PLACEMENT_BINDING,
        restored(
            Kinds.PLACEMENT_BINDING,
            HubObjects.object(Kinds.PLACEMENT_BINDING, fresh(policy)),
            policy));
  }

  private static ObjectMeta fresh(PolicyName policy) {
    return new ObjectMetaBuilder()
        .withNamespace(policy.namespace())
        .withName(OverrideName.of(policy))
        .build();
  }

  /** Returns what has become of the Placement or the binding. */
  public static OverridePart part(
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> object,
      PolicyName policy) {
    return object
        .map(
            found ->
                Hashes.ofTree(HubObjects.tree(found))
                        .equals(Hashes.ofTree(HubObjects.tree(restored(kind, found, policy))))
                    ? OverridePart.STANDING
                    : OverridePart.CHANGED)
        .orElse(OverridePart.ABSENT);
  }

  /** Writes the fields again that the override depends on; what else people added stays. */
  public void repair(
      ResourceDefinitionContext kind, GenericKubernetesResource object, PolicyName policy) {
    hub.update(kind, restored(kind, object, policy));
  }

  private static GenericKubernetesResource restored(
      ResourceDefinitionContext kind, GenericKubernetesResource object, PolicyName policy) {
    GenericKubernetesResource restored =
        HubObjects.object(kind, new ObjectMetaBuilder(object.getMetadata()).build());
    Map<String, String> labels = new LinkedHashMap<>(HubObjects.labels(object));
    labels.putAll(labels(policy));
    restored.getMetadata().setLabels(labels);
    restored.setAdditionalProperties(new LinkedHashMap<>(object.getAdditionalProperties()));
    if (kind == Kinds.PLACEMENT) {
      Map<String, String> annotations = new LinkedHashMap<>(HubObjects.annotations(object));
      annotations.put(PlacementScope.SCHEDULING_DISABLED, "true");
      restored.getMetadata().setAnnotations(annotations);
      Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(object, "spec"));
      spec.put("numberOfClusters", 0);
      restored.setAdditionalProperty("spec", spec);
    } else {
      effect(policy).forEach(restored::setAdditionalProperty);
    }
    return restored;
  }

  private static Map<String, Object> effect(PolicyName policy) {
    return Map.of(
        "placementRef",
        Map.of(
            "apiGroup", Kinds.PLACEMENT.getGroup(),
            "kind", Kinds.PLACEMENT.getKind(),
            "name", OverrideName.of(policy)),
        "subjects",
        List.of(
            Map.of("apiGroup", PolicyApi.GROUP, "kind", PolicyApi.POLICY, "name", policy.name())),
        "bindingOverrides",
        Map.of(PolicyApi.ACTION, "enforce"),
        "subFilter",
        "restricted");
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

  /**
   * Adds the finalizer, which keeps the Rollout until the override is removed, and the policy as
   * its owner.
   */
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

  /** Notes clusters that may have to be listed as {@code UnstagedChange}, on the Rollout. */
  public void note(GenericKubernetesResource rollout, UnstagedNote note) {
    annotate(rollout, Optional.of(note.text()));
  }

  /** Drops clusters from the note that are known now; without others it goes. */
  public void dropNoted(GenericKubernetesResource rollout, List<String> known) {
    annotate(
        rollout,
        UnstagedNote.of(rollout).flatMap(note -> note.without(known)).map(UnstagedNote::text));
  }

  private void annotate(GenericKubernetesResource rollout, Optional<String> text) {
    Map<String, String> annotations = new LinkedHashMap<>(HubObjects.annotations(rollout));
    annotations.remove(UnstagedNote.ANNOTATION);
    text.ifPresent(value -> annotations.put(UnstagedNote.ANNOTATION, value));
    rollout.getMetadata().setAnnotations(annotations);
    hub.update(Kinds.ROLLOUT, rollout);
  }

  /** Removes the finalizer from the Rollout. */
  public void release(GenericKubernetesResource rollout) {
    List<String> finalizers = new ArrayList<>(finalizers(rollout));
    finalizers.remove(OverrideName.FINALIZER);
    rollout.getMetadata().setFinalizers(finalizers);
    hub.update(Kinds.ROLLOUT, rollout);
  }
}
