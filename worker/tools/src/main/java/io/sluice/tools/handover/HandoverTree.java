package io.sluice.tools.handover;

import io.sluice.tools.preview.PropagatorWrite;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Formats the report of {@code sluice leave} for programs, as a tree of JSON. */
final class HandoverTree {
  private HandoverTree() {}

  static Map<String, Object> of(HandoverReport report) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("hub", report.hub());
    tree.put("mode", report.mode().label());
    tree.put("dryRun", report.dryRun());
    tree.put("ready", report.ready());
    tree.put("obstacles", report.obstacles().stream().map(AdoptionTree::obstacle).toList());
    tree.put("steps", report.steps());
    Map<String, Object> totals = new TreeMap<>();
    report.writes().forEach(write -> totals.merge(write.kind().label(), 1, HandoverTree::sum));
    tree.put("propagatorTotals", totals);
    tree.put("propagatorWrites", report.writes().stream().map(HandoverTree::write).toList());
    tree.put("notes", report.notes());
    return tree;
  }

  private static Object sum(Object left, Object right) {
    return (Integer) left + (Integer) right;
  }

  private static Map<String, Object> write(PropagatorWrite write) {
    Map<String, Object> tree =
        AdoptionTree.entry(
            "namespace", write.policy().namespace(), "policy", write.policy().name());
    tree.put("cluster", write.cluster());
    tree.put("change", write.kind().label());
    tree.put("from", write.from());
    tree.put("to", write.to());
    return tree;
  }
}
