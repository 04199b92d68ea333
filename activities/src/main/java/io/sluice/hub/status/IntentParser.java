package io.sluice.hub.status;

import io.sluice.policy.JsonTree;
import io.sluice.rollout.Intent;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parses the spec of a Rollout object: approvals, pause, abort and skipped clusters
 * (rollout-strategy 5).
 */
public final class IntentParser {
  private static final String GROUPS = "decisionGroups";
  private static final String APPROVED = "rolloutApproved";
  private static final String UID = "rolloutUID";

  private IntentParser() {}

  public static Intent of(Map<String, Object> spec) {
    return of(spec, FieldManagers.unknown(), 0);
  }

  /**
   * Parses the spec of an object.
   *
   * @param managers who wrote its fields
   * @param generation its generation
   */
  public static Intent of(Map<String, Object> spec, FieldManagers managers, long generation) {
    List<Map<String, Object>> entries = JsonTree.maps(spec, GROUPS);
    List<Intent.GroupApproval> approvals =
        entries.stream().map(entry -> approval(entry, managers)).toList();
    return new Intent(
        approvals,
        isTrue(JsonTree.map(spec, "ungrouped"), APPROVED),
        managers.ofUngrouped().map(FieldWrite::manager),
        managers.ofUngrouped().flatMap(FieldWrite::at),
        JsonTree.text(spec, "approvalsForVersion"),
        isTrue(spec, "paused"),
        generation,
        abort(JsonTree.map(spec, "abortRollout"), managers),
        JsonTree.maps(spec, "skippedClusters").stream()
            .map(entry -> skipped(entry, managers))
            .toList());
  }

  private static Optional<Intent.RequestedAbort> abort(
      Map<String, Object> request, FieldManagers managers) {
    return JsonTree.text(request, UID)
        .map(uid -> new Intent.RequestedAbort(uid, managers.ofAbort().map(FieldWrite::manager)));
  }

  private static Intent.SkippedCluster skipped(Map<String, Object> entry, FieldManagers managers) {
    String cluster = JsonTree.text(entry, "clusterName").orElse("");
    return new Intent.SkippedCluster(
        cluster,
        JsonTree.text(entry, UID).orElse(""),
        managers.ofSkipped(cluster).map(FieldWrite::manager));
  }

  private static Intent.GroupApproval approval(Map<String, Object> entry, FieldManagers managers) {
    String name = JsonTree.text(entry, "groupName").orElse("");
    Optional<FieldWrite> write = managers.ofGroup(name);
    return new Intent.GroupApproval(
        name,
        isTrue(entry, APPROVED),
        write.map(FieldWrite::manager),
        write.flatMap(FieldWrite::at));
  }

  private static boolean isTrue(Map<String, Object> tree, String key) {
    return Boolean.TRUE.equals(tree.get(key));
  }
}
