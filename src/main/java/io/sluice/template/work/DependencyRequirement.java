package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import io.sluice.template.LazyFields;
import java.util.List;
import java.util.Map;

/**
 * Says where a workload needs a dependency (lazy-activation 2.10).
 *
 * @param name of the workload's binding
 * @param bindingId the permanent id of this binding
 * @param fields the lazy fields of its active snapshot
 */
public record DependencyRequirement(
    String namespace,
    String name,
    String bindingId,
    List<String> clusters,
    Map<String, Object> fields) {
  public DependencyRequirement {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
    requireNonNull(bindingId, "bindingId is null");
    clusters = List.copyOf(clusters);
    fields = Map.copyOf(fields);
  }

  /**
   * Says where this workload needs what it mounts.
   *
   * @param clusters those of the workload that need it
   */
  public static DependencyRequirement of(BindingState workload, List<String> clusters) {
    return new DependencyRequirement(
        workload.namespace(),
        workload.name(),
        workload.permanentId().orElse(""),
        clusters,
        workload.snapshot().orElse(Map.of()));
  }

  boolean overwrites() {
    return LazyFields.OVERWRITE.equals(fields.get(LazyFields.CONFLICT_RESOLUTION));
  }

  boolean preserves() {
    return Boolean.TRUE.equals(fields.get(LazyFields.PRESERVE));
  }
}
