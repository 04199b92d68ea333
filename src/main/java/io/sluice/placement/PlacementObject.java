package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * Holds a Placement as the hub has it; nothing of it is checked yet.
 *
 * @param spec the tree of {@code spec}, empty when absent
 * @param status the tree of {@code status}, empty when absent
 */
public record PlacementObject(
    String namespace,
    String name,
    String uid,
    long generation,
    Map<String, String> labels,
    Map<String, String> annotations,
    Map<String, Object> spec,
    Map<String, Object> status) {
  public PlacementObject {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
    requireNonNull(uid, "uid is null");
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    requireNonNull(spec, "spec is null");
    requireNonNull(status, "status is null");
  }
}
