package io.sluice.hub.read;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps what was parsed of the bindings, sets and placements of each namespace while their objects
 * are the same ones, as those of an informer: all policies of a namespace share it.
 */
public final class PlacementCache {
  private final Map<String, NamespacePlacements> namespaces = new ConcurrentHashMap<>();

  /** Returns the placements of the namespace of these objects. */
  NamespacePlacements of(PolicyObjects objects) {
    return namespaces.compute(
        objects.policy().namespace(),
        (namespace, former) ->
            former == null ? NamespacePlacements.of(objects) : former.now(objects));
  }
}
