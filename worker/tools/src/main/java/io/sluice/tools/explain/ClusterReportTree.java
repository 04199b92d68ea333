package io.sluice.tools.explain;

import io.sluice.explain.ClusterFact;
import io.sluice.explain.ClusterPresent;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.status.StatusTree;
import java.util.LinkedHashMap;
import java.util.Map;

/** Formats what is known of a cluster for programs: the document {@code ClusterExplanation}. */
public final class ClusterReportTree {
  private ClusterReportTree() {}

  /** Returns the document. */
  public static Map<String, Object> of(ClusterReport report) {
    Map<String, Object> tree = StatusTree.begun("ClusterExplanation");
    tree.putAll(StatusTree.subject(report.subject().target()));
    tree.put("cluster", report.cluster());
    report.attempt().ifPresent(number -> tree.put("attempt", number));
    report
        .explanation()
        .ifPresent(
            found -> {
              tree.put("course", found.course().stream().map(ClusterReportTree::fact).toList());
              found.present().ifPresent(now -> tree.put("present", present(now)));
            });
    tree.put("hub", hub(report.hub()));
    report.note().ifPresent(note -> tree.put("note", note));
    return tree;
  }

  private static Map<String, Object> fact(ClusterFact fact) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("at", fact.at().toString());
    fact.until().ifPresent(end -> tree.put("until", end.toString()));
    tree.put("kind", fact.kind().label());
    tree.put("message", fact.text());
    return tree;
  }

  private static Map<String, Object> present(ClusterPresent now) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("group", now.group());
    tree.put("place", now.place());
    tree.put("members", now.members());
    tree.put("status", now.status());
    tree.put("stage", now.stage());
    now.since().ifPresent(at -> tree.put("since", at.toString()));
    now.dispatched().ifPresent(at -> tree.put("dispatched", at.toString()));
    now.soakUntil().ifPresent(at -> tree.put("soakUntil", at.toString()));
    now.deadline().ifPresent(at -> tree.put("deadline", at.toString()));
    now.waitsFor().ifPresent(what -> tree.put("waitsFor", what));
    tree.put("next", now.next());
    return tree;
  }

  private static Map<String, Object> hub(HubCluster hub) {
    Map<String, Object> tree = new LinkedHashMap<>();
    hub.held().ifPresent(held -> tree.put("replica", held));
    hub.exception().ifPresent(issue -> tree.put("exception", exception(issue)));
    tree.put("rollout", hub.rollout());
    return tree;
  }

  private static Map<String, Object> exception(RolloutStatus.Issue issue) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("status", issue.status());
    tree.put("reason", issue.reason());
    tree.put("since", String.valueOf(issue.since()));
    tree.put("message", issue.message());
    return tree;
  }
}
