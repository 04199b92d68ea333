package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import io.sluice.activation.ActivationRecord;
import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.ResourceId;
import io.sluice.template.StagedStrategyParser;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds a ResourceBinding or ClusterResourceBinding as it is stored.
 *
 * @param resourceUid of the template that it was made for
 * @param snapshot the active targeting; empty where it is attached to workloads only
 * @param record what was stored of its activation with it
 * @param clusters the clusters of the snapshot, without those of workloads
 * @param requiredBy {@code spec.requiredBy}, as it is
 * @param dependencies what its template mounts, while that is propagated too
 */
public record BindingState(
    String namespace,
    String name,
    Optional<String> permanentId,
    ResourceId resource,
    String resourceUid,
    Map<String, String> labels,
    Map<String, String> annotations,
    boolean deleting,
    Optional<Map<String, Object>> snapshot,
    Optional<ActivationRecord> record,
    List<String> clusters,
    List<Object> requiredBy,
    List<ResourceId> dependencies) {
  public BindingState {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
    requireNonNull(permanentId, "permanentId is null");
    requireNonNull(resource, "resource is null");
    requireNonNull(resourceUid, "resourceUid is null");
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
    requireNonNull(snapshot, "snapshot is null");
    requireNonNull(record, "record is null");
    clusters = List.copyOf(clusters);
    requiredBy = List.copyOf(requiredBy);
    dependencies = List.copyOf(dependencies);
  }

  /** Returns the label that carries its permanent id. */
  public static String idLabel(String namespace) {
    return namespace.isEmpty() ? KarmadaKeys.CLUSTER_BINDING_ID : KarmadaKeys.BINDING_ID;
  }

  /** Returns the same binding with other clusters of its own. */
  BindingState withClusters(List<String> others) {
    return new BindingState(
        namespace,
        name,
        permanentId,
        resource,
        resourceUid,
        labels,
        annotations,
        deleting,
        snapshot,
        record,
        others,
        requiredBy,
        dependencies);
  }

  /** Returns how often an intent was activated for it: the number of its version. */
  public long activations() {
    String text = annotations.getOrDefault(KarmadaKeys.ACTIVATIONS, "");
    return text.matches("[0-9]{1,15}") ? Long.parseLong(text) : 0;
  }

  /** Returns the clusters whose turn has come, so that what the template mounts goes there. */
  public List<String> turn() {
    String text = annotations.getOrDefault(KarmadaKeys.TURN, "");
    return text.isEmpty() ? List.of() : List.of(text.split(","));
  }

  /** Returns its rollout strategy, as it was written; empty: all clusters at once. */
  public Optional<Object> strategy() {
    return snapshot.flatMap(StagedStrategyParser::staged);
  }

  /** Returns the clusters of the workloads that need it. */
  public List<String> requiredClusters() {
    return requiredBy.stream()
        .map(JsonTree::map)
        .flatMap(entry -> names(entry, "clusters").stream())
        .distinct()
        .toList();
  }

  /** Returns the names in a list of {@code {name: …}}. */
  public static List<String> names(Map<String, Object> parent, String field) {
    return JsonTree.maps(parent, field).stream()
        .flatMap(entry -> JsonTree.text(entry, "name").stream())
        .toList();
  }
}
