package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Describes a Work as it should be.
 *
 * @param revision the version of what the cluster gets, 12 hex digits
 */
public record DesiredWork(
    String cluster,
    String name,
    Map<String, String> labels,
    Map<String, String> annotations,
    Map<String, Object> spec,
    String revision) {
  public DesiredWork {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(name, "name is null");
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    requireNonNull(spec, "spec is null");
    requireNonNull(revision, "revision is null");
  }

  /** Returns the same Work with another annotation, which is no part of its version. */
  public DesiredWork with(String annotation, String value) {
    Map<String, String> more = new LinkedHashMap<>(annotations);
    more.put(annotation, value);
    return new DesiredWork(cluster, name, labels, more, spec, revision);
  }

  public String namespace() {
    return WorkName.namespace(cluster);
  }
}
