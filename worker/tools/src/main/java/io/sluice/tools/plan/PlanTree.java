package io.sluice.tools.plan;

import io.sluice.rollout.Progress;
import io.sluice.tools.preview.PreparedAttempt;
import io.sluice.tools.status.StatusTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats a plan for programs: the document {@code RolloutPlan}, as a tree of JSON. */
final class PlanTree {
  private PlanTree() {}

  static Map<String, Object> of(RolloutPlan plan) {
    Map<String, Object> tree = StatusTree.begun("RolloutPlan");
    tree.putAll(StatusTree.subject(plan.policy()));
    tree.put("generation", plan.generation());
    plan.strategy().ifPresent(type -> tree.put("strategy", type));
    tree.put("refusals", plan.refusals());
    tree.put("warnings", plan.warnings());
    plan.superseded().ifPresent(attempt -> tree.put("superseded", superseded(attempt)));
    plan.course().ifPresent(course -> add(tree, course));
    plan.changes().ifPresent(changes -> tree.put("changes", ChangesTree.of(changes)));
    return tree;
  }

  private static Map<String, Object> superseded(SupersededAttempt attempt) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("attempt", attempt.number());
    node.put("generation", attempt.generation());
    node.put("startedClusters", attempt.started());
    node.put("clusters", attempt.clusters());
    return node;
  }

  private static void add(Map<String, Object> tree, RolloutPlan.Course course) {
    PreparedAttempt attempt = course.attempt();
    tree.put("attempt", attempt.state().spec().number());
    tree.put("origin", attempt.origin().name().toLowerCase(Locale.ROOT));
    tree.put("because", attempt.because());
    List<Map<String, Object>> inform =
        attempt.progress().groups().stream()
            .filter(group -> group.inform().isPresent())
            .map(PlanTree::inform)
            .toList();
    tree.put("inform", inform);
    tree.put("upToDate", attempt.upToDate());
    tree.put("unreachable", course.unreachable());
    tree.put("soakFloorSeconds", attempt.state().spec().soakFloor().toSeconds());
    tree.put("measuredClusters", course.times().measured().size());
    tree.put("usualSeconds", course.times().usual().toSeconds());
    tree.put("least", ForecastTree.of(course.least()));
    tree.put("likely", ForecastTree.of(course.likely()));
  }

  private static Map<String, Object> inform(Progress.Group group) {
    Progress.InformCounts counts = group.inform().orElseThrow();
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("group", group.label());
    node.put("comply", counts.comply());
    node.put("wouldChange", counts.wouldChange());
    node.put("notReported", counts.notReported());
    return node;
  }
}
