package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * Describes what the Works of a template at one version have in common: all but their cluster. So
 * it is rendered and hashed once for all clusters.
 *
 * @param revision the version of what each cluster gets, 12 hex digits
 */
public record WorkVersion(
    String name,
    Map<String, String> labels,
    Map<String, String> annotations,
    WorkSpec spec,
    String revision) {
  public WorkVersion {
    requireNonNull(name, "name is null");
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    requireNonNull(spec, "spec is null");
    requireNonNull(revision, "revision is null");
  }
}
