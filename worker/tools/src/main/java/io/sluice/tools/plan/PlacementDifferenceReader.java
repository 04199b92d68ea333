package io.sluice.tools.plan;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.GroupingMode;
import io.sluice.tools.placement.PlacementDifference;
import io.sluice.tools.placement.PlacementObjects;
import io.sluice.tools.placement.PlacementObjectsReader;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Compares Placements as the hub has them with the same once files are applied: those of the files,
 * and, where these change what Placements are evaluated from, those beside them.
 */
final class PlacementDifferenceReader {
  private final PlacementObjectsReader hub;
  private final AppliedFiles files;
  private final GroupingMode grouping;
  private final Instant now;

  /**
   * Creates a reader.
   *
   * @param grouping of Placements that choose none
   */
  PlacementDifferenceReader(
      PlacementObjectsReader hub, AppliedFiles files, GroupingMode grouping, Instant now) {
    this.hub = requireNonNull(hub, "hub is null");
    this.files = requireNonNull(files, "files is null");
    this.grouping = requireNonNull(grouping, "grouping is null");
    this.now = requireNonNull(now, "now is null");
  }

  /**
   * Returns the differences of the Placements of the files, in which nothing may differ, and of
   * those others of their namespaces, and of this one, in which something does.
   */
  List<PlacementDifference> read(String namespace) {
    Set<String> namespaces = new TreeSet<>();
    files
        .of(Kinds.PLACEMENT)
        .forEach(placement -> namespaces.add(placement.getMetadata().getNamespace()));
    if (files.surrounding()) {
      namespaces.add(namespace);
    }
    return namespaces.stream().flatMap(this::in).toList();
  }

  private Stream<PlacementDifference> in(String namespace) {
    PlacementObjects present = hub.placements(namespace);
    PlacementObjects around = hub.around(namespace);
    PlacementObjects after = files.applied(around);
    return files.applied(Kinds.PLACEMENT, present.of(Kinds.PLACEMENT), namespace).stream()
        .flatMap(placement -> difference(placement, present, around, after));
  }

  private Stream<PlacementDifference> difference(
      GenericKubernetesResource placement,
      PlacementObjects present,
      PlacementObjects around,
      PlacementObjects after) {
    String key = PlacementObjects.name(placement);
    List<GenericKubernetesResource> written =
        files.of(Kinds.PLACEMENT).filter(file -> PlacementObjects.name(file).equals(key)).toList();
    if (written.isEmpty() && !files.surrounding()) {
      return Stream.empty();
    }
    PlacementDifference difference =
        PlacementDifference.between(
            present
                .find(placement.getMetadata().getNamespace(), placement.getMetadata().getName())
                .map(former -> around.input(former, false, grouping, now)),
            after.input(placement, false, grouping, now),
            written);
    return Stream.of(difference).filter(found -> !written.isEmpty() || !found.none());
  }
}
