package io.sluice.tools.placement;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.evaluation.ClusterExplanation;
import io.sluice.placement.evaluation.Evaluation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Formats explanations and changes for programs, as trees of JSON; every cluster is in them. */
final class ReportTree {
  private ReportTree() {}

  static Map<String, Object> of(PlacementReport report) {
    Map<String, Object> tree = head(report);
    tree.put("clusters", report.input().clusters().size());
    report
        .evaluation()
        .ifPresent(
            evaluation -> {
              tree.putAll(evaluation.status().toTree());
              tree.put("warnings", evaluation.warnings());
            });
    tree.put("groups", groups(report.groups()));
    Map<String, Object> out = new LinkedHashMap<>();
    report.notSelected().forEach((stage, names) -> out.put(stage.name(), names));
    tree.put("notSelected", out);
    tree.put("published", groups(report.published()));
    return tree;
  }

  static Map<String, Object> of(PlacementReport report, ClusterExplanation cluster) {
    Map<String, Object> tree = head(report);
    tree.put("cluster", cluster.cluster());
    tree.put("stage", cluster.stage().name());
    tree.put("reason", cluster.reason());
    cluster.score().ifPresent(score -> tree.put("score", score));
    cluster.group().ifPresent(group -> tree.put("group", group(group)));
    return tree;
  }

  static Map<String, Object> of(PlacementReport report, GroupChanges changes) {
    Map<String, Object> tree = head(report);
    tree.put(
        "groups",
        changes.pairs().stream()
            .map(
                pair ->
                    ends(pair.before().map(ReportTree::size), pair.after().map(ReportTree::size)))
            .toList());
    tree.put(
        "clusters",
        changes.changes().stream()
            .map(
                change -> {
                  Map<String, Object> each = new LinkedHashMap<>();
                  each.put("cluster", change.cluster());
                  each.putAll(
                      ends(
                          change.before().map(ReportTree::group),
                          change.after().map(ReportTree::group)));
                  return each;
                })
            .toList());
    report.evaluation().map(Evaluation::warnings).ifPresent(list -> tree.put("warnings", list));
    return tree;
  }

  private static Map<String, Object> head(PlacementReport report) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("namespace", report.input().placement().namespace());
    tree.put("placement", report.input().placement().name());
    report.notEvaluated().ifPresent(why -> tree.put("notEvaluated", why));
    if (!report.notes().isEmpty()) {
      tree.put("notes", report.notes());
    }
    return tree;
  }

  private static List<Map<String, Object>> groups(List<DecisionGroup> groups) {
    return groups.stream()
        .map(
            group -> {
              Map<String, Object> tree = group(group.key());
              tree.put("clusters", group.clusters());
              return tree;
            })
        .toList();
  }

  private static Map<String, Object> size(DecisionGroup group) {
    Map<String, Object> tree = group(group.key());
    tree.put("clusterCount", group.clusters().size());
    return tree;
  }

  private static Map<String, Object> group(GroupKey key) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("index", key.index());
    tree.put("name", key.name());
    return tree;
  }

  private static Map<String, Object> ends(
      Optional<Map<String, Object>> before, Optional<Map<String, Object>> after) {
    Map<String, Object> tree = new LinkedHashMap<>();
    before.ifPresent(group -> tree.put("before", group));
    after.ifPresent(group -> tree.put("after", group));
    return tree;
  }
}
