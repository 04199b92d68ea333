package io.sluice.cli.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.cli.manifest.Manifest;
import io.sluice.cli.option.CliFailure;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.placement.PlacementObjectParser;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.evaluation.PlacementEvaluator;
import java.util.ArrayList;
import java.util.List;

/** Reads from manifests what Placements are evaluated from; other kinds are passed over. */
public final class PlacementFiles {
  private static final List<ResourceDefinitionContext> KINDS =
      List.of(
          Kinds.PLACEMENT,
          Kinds.PLACEMENT_DECISION,
          Kinds.MANAGED_CLUSTER,
          Kinds.MANAGED_CLUSTER_SET,
          Kinds.MANAGED_CLUSTER_SET_BINDING,
          Kinds.ADD_ON_PLACEMENT_SCORE);

  private final String namespace;

  /**
   * Creates a reader.
   *
   * @param namespace of objects that name none
   */
  public PlacementFiles(String namespace) {
    this.namespace = namespace;
  }

  /**
   * Reads the objects of manifests.
   *
   * @throws CliFailure for one that cannot be read; it names file and line
   */
  public PlacementObjects read(List<Manifest> manifests) {
    KubernetesSerialization json = new KubernetesSerialization();
    List<GenericKubernetesResource> objects = new ArrayList<>();
    for (Manifest manifest : manifests) {
      try {
        GenericKubernetesResource object =
            json.convertValue(manifest.tree(), GenericKubernetesResource.class);
        KINDS.stream()
            .filter(kind -> PlacementObjects.is(object, kind))
            .findFirst()
            .ifPresent(kind -> objects.add(placed(object, kind)));
      } catch (IllegalArgumentException e) {
        throw new CliFailure(
            "Cannot load %s: line %d: %s %s has metadata of a wrong type. Correct it and try again."
                .formatted(manifest.file(), manifest.line(), manifest.kind(), manifest.name()),
            e);
      }
    }
    return new PlacementObjects(objects);
  }

  private GenericKubernetesResource placed(
      GenericKubernetesResource object, ResourceDefinitionContext kind) {
    if (kind.isNamespaceScoped() && object.getMetadata().getNamespace() == null) {
      object.getMetadata().setNamespace(namespace);
    }
    return object;
  }

  /** Returns warnings about spellings in Placements of files that other hubs drop. */
  public static List<String> warnings(List<GenericKubernetesResource> placements) {
    return placements.stream()
        .map(PlacementObjectParser::parse)
        .flatMap(
            placement ->
                PlacementEvaluator.of(placement, GroupingMode.STABLE).spellings().stream()
                    .map(
                        sentence ->
                            "Warning: Placement %s/%s: %s"
                                .formatted(placement.namespace(), placement.name(), sentence)))
        .toList();
  }
}
