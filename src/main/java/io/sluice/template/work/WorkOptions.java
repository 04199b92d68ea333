package io.sluice.template.work;

import io.sluice.policy.JsonTree;
import io.sluice.template.LazyFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds how a cluster's executor is to treat a manifest.
 *
 * @param suspendedOn clusters whose Works wait; the executor reads it
 */
public record WorkOptions(
    String conflictResolution, boolean preserve, boolean suspended, Set<String> suspendedOn) {
  public WorkOptions {
    suspendedOn = Set.copyOf(suspendedOn);
  }

  /** Joins those of an active snapshot and of workloads: Overwrite and preserve win. */
  public static WorkOptions of(
      Optional<Map<String, Object>> snapshot, List<DependencyRequirement> requiredBy) {
    Map<String, Object> fields = snapshot.orElse(Map.of());
    Map<String, Object> suspension = JsonTree.map(fields, LazyFields.SUSPENSION);
    boolean overwrite =
        LazyFields.OVERWRITE.equals(fields.get(LazyFields.CONFLICT_RESOLUTION))
            || requiredBy.stream().anyMatch(DependencyRequirement::overwrites);
    return new WorkOptions(
        overwrite ? LazyFields.OVERWRITE : LazyFields.ABORT,
        Boolean.TRUE.equals(fields.get(LazyFields.PRESERVE))
            || requiredBy.stream().anyMatch(DependencyRequirement::preserves),
        Boolean.TRUE.equals(suspension.get("dispatching")),
        Set.copyOf(
            JsonTree.texts(JsonTree.map(suspension, "dispatchingOnClusters"), "clusterNames")));
  }

  boolean suspended(String cluster) {
    return suspended || suspendedOn.contains(cluster);
  }
}
