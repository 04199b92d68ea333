package io.sluice.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.evaluation.PlacementScope;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Holds what is on a hub besides the objects of strangers, to see whether it stays. */
final class HubSnapshot {
  private static final List<ResourceDefinitionContext> KINDS =
      List.of(
          Kinds.POLICY,
          Kinds.PLACEMENT_BINDING,
          Kinds.PLACEMENT,
          Kinds.MANAGED_CLUSTER,
          Kinds.ROLLOUT);

  private final Map<String, GenericKubernetesResource> objects = new TreeMap<>();

  private HubSnapshot() {}

  /**
   * Reads what has that namespace neither as its own nor in its name, as replicas have.
   *
   * <p>Nor what a rollout beside a propagator makes and deletes again: an edit that arrives shows
   * that it was there.
   */
  static HubSnapshot without(KubernetesClient admin, String namespace) {
    HubSnapshot snapshot = new HubSnapshot();
    for (ResourceDefinitionContext kind : KINDS) {
      for (GenericKubernetesResource object :
          admin.genericKubernetesResources(kind).inAnyNamespace().list().getItems()) {
        ObjectMeta metadata = object.getMetadata();
        if (!of(namespace, metadata) && !labels(metadata).containsKey(PlacementScope.OVERRIDE)) {
          snapshot.objects.put(
              "%s %s/%s".formatted(kind.getPlural(), metadata.getNamespace(), metadata.getName()),
              object);
        }
      }
    }
    return snapshot;
  }

  private static boolean of(String namespace, ObjectMeta metadata) {
    return namespace.equals(metadata.getNamespace())
        || namespace.equals(metadata.getName())
        || metadata.getName().startsWith(namespace + ".");
  }

  private static Map<String, String> labels(ObjectMeta metadata) {
    return Objects.requireNonNullElse(metadata.getLabels(), Map.of());
  }

  /**
   * Checks that everything of this one is in a later one, and what nobody edits is the same.
   *
   * @param edited the part of a name that what somebody edits has
   */
  void checkStands(HubSnapshot later, String edited) {
    objects.forEach(
        (name, before) -> {
          GenericKubernetesResource after = later.objects.get(name);
          assertThat(after).as(name + " stands").isNotNull();
          assertThat(after.getMetadata().getUid())
              .as(name + " is the same object")
              .isEqualTo(before.getMetadata().getUid());
          if (!name.contains(edited)) {
            assertThat(content(after)).as(name).isEqualTo(content(before));
          }
        });
  }

  /** Status and managed fields change by themselves. */
  private static String content(GenericKubernetesResource object) {
    Map<String, Object> content = new TreeMap<>(object.getAdditionalProperties());
    content.remove("status");
    return Serialization.asJson(content)
        + object.getMetadata().getLabels()
        + object.getMetadata().getFinalizers()
        + object.getMetadata().getOwnerReferences();
  }
}
