package io.sluice.tools.placement;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.placement.PlacementObjectParser;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.evaluation.PlacementEvaluator;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.manifest.ManifestObjects;
import io.sluice.tools.option.CliFailure;
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
    return new PlacementObjects(
        manifests.stream()
            .flatMap(manifest -> ManifestObjects.object(manifest, KINDS, namespace).stream())
            .toList());
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
