package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Describes a Work as it should be.
 *
 * @param version what it has in common with those of other clusters
 * @param annotations those of the version, and of this Work
 */
public record DesiredWork(String cluster, WorkVersion version, Map<String, String> annotations) {
  public DesiredWork {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(version, "version is null");
    annotations = Map.copyOf(annotations);
  }

  /** Describes the Work of a cluster that gets this version. */
  DesiredWork(String cluster, WorkVersion version) {
    this(cluster, version, version.annotations());
  }

  /** Returns the same Work with another annotation, which is no part of its version. */
  public DesiredWork with(String annotation, String value) {
    Map<String, String> more = new LinkedHashMap<>(annotations);
    more.put(annotation, value);
    return new DesiredWork(cluster, version, more);
  }

  public String namespace() {
    return WorkName.namespace(cluster);
  }

  public String name() {
    return version.name();
  }

  public Map<String, String> labels() {
    return version.labels();
  }

  /** Returns the spec of this Work. */
  public Map<String, Object> spec() {
    return version.spec().in(namespace());
  }

  /** Returns the version of what the cluster gets, 12 hex digits. */
  public String revision() {
    return version.revision();
  }
}
