package io.sluice.tools.handover;

import io.sluice.tools.preview.AdoptionReport;
import io.sluice.tools.preview.AttemptPreview;
import io.sluice.tools.preview.Obstacle;
import io.sluice.tools.preview.PlannedRemoval;
import io.sluice.tools.preview.PlannedWrite;
import io.sluice.tools.preview.PolicyPreview;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats the report of {@code sluice adopt} for programs, as a tree of JSON. */
final class AdoptionTree {
  private AdoptionTree() {}

  static Map<String, Object> of(AdoptionReport report) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("hub", report.hub());
    tree.put("managedClusters", report.clusters());
    tree.put("ready", report.ready());
    tree.put("autoMode", entry("mode", report.autoMode(), "because", report.autoBecause()));
    tree.put("obstacles", report.obstacles().stream().map(AdoptionTree::obstacle).toList());
    Map<String, Object> totals = new LinkedHashMap<>();
    totals.put("policies", report.policies().size());
    totals.put("contentWrites", report.total(PolicyPreview::contentWrites));
    totals.put("metadataWrites", report.total(PolicyPreview::metadataWrites));
    totals.put("removals", report.total(policy -> policy.removals().size()));
    totals.put("refused", report.refused());
    tree.put("totals", totals);
    tree.put("policies", report.policies().stream().map(AdoptionTree::policy).toList());
    return tree;
  }

  static Map<String, Object> obstacle(Obstacle obstacle) {
    return entry("reason", obstacle.reason(), "message", obstacle.message());
  }

  private static Map<String, Object> policy(PolicyPreview policy) {
    Map<String, Object> tree =
        entry("namespace", policy.policy().namespace(), "name", policy.policy().name());
    tree.put("kind", policy.kind().label());
    tree.put("clusters", policy.clusters());
    tree.put("contentWrites", policy.contentWrites());
    tree.put("metadataWrites", policy.metadataWrites());
    tree.put("writes", writes(policy.passWrites()));
    tree.put("removals", policy.removals().stream().map(AdoptionTree::removal).toList());
    policy
        .refusal()
        .ifPresent(
            refusal ->
                tree.put(
                    "refused", entry("reason", refusal.reason(), "message", refusal.message())));
    tree.put("warnings", policy.warnings());
    tree.put("runOpen", policy.runOpen());
    policy.attempt().ifPresent(attempt -> tree.put("attempt", attempt(attempt)));
    return tree;
  }

  private static Map<String, Object> attempt(AttemptPreview attempt) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("number", attempt.number());
    tree.put("because", attempt.because());
    tree.put("strategy", attempt.strategy());
    tree.put("pendingClusters", attempt.pendingClusters());
    tree.put(
        "starts",
        attempt.starts().stream()
            .map(start -> entry("group", start.group(), "clusters", start.clusters()))
            .toList());
    tree.put("firstWrites", writes(attempt.first()));
    tree.put("laterWrites", writes(attempt.later()));
    attempt.waitingFor().ifPresent(why -> tree.put("waitingFor", why));
    return tree;
  }

  private static List<Map<String, Object>> writes(List<PlannedWrite> writes) {
    return writes.stream()
        .map(write -> entry("cluster", write.cluster(), "change", write.kind().label()))
        .toList();
  }

  private static Map<String, Object> removal(PlannedRemoval removal) {
    Map<String, Object> tree = entry("cluster", removal.cluster(), "name", removal.name());
    tree.put("because", removal.because());
    return tree;
  }

  /** Returns a tree of two entries, in this order. */
  static Map<String, Object> entry(String key, Object value, String other, Object second) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(key, value);
    tree.put(other, second);
    return tree;
  }
}
