package io.sluice.simulator.spoke;

import io.sluice.simulator.tree.ObjectTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds the status of a policy, and compares the parts that a spoke knows. */
final class SpokeStatus {
  private SpokeStatus() {}

  /** Sums up the templates; without a state in one of them the former value stays (11.2). */
  static Optional<SpokeState> sum(
      Collection<SpokeTemplate> templates, Optional<SpokeState> former) {
    List<Optional<SpokeState>> states =
        templates.stream().map(template -> template.history().state()).toList();
    if (states.contains(Optional.of(SpokeState.NON_COMPLIANT))) {
      return Optional.of(SpokeState.NON_COMPLIANT);
    }
    if (states.contains(Optional.of(SpokeState.PENDING))) {
      return Optional.of(SpokeState.PENDING);
    }
    return states.contains(Optional.<SpokeState>empty())
        ? former
        : Optional.of(SpokeState.COMPLIANT);
  }

  static Map<String, Object> tree(
      Collection<SpokeTemplate> templates, Optional<SpokeState> compliant) {
    Map<String, Object> tree = new LinkedHashMap<>();
    compliant.ifPresent(state -> tree.put("compliant", state.label()));
    if (!templates.isEmpty()) {
      tree.put("details", templates.stream().map(SpokeStatus::detail).toList());
    }
    return tree;
  }

  private static Map<String, Object> detail(SpokeTemplate template) {
    Map<String, Object> detail = new LinkedHashMap<>();
    detail.put("templateMeta", Map.of("name", template.name()));
    template.history().state().ifPresent(state -> detail.put("compliant", state.label()));
    List<Map<String, Object>> history = template.history().tree();
    if (!history.isEmpty()) {
      detail.put("history", history);
    }
    return detail;
  }

  /** Compares the fields of the shipped schema; a spoke sees no others. */
  static boolean sameKnown(Map<String, Object> one, Map<String, Object> other) {
    return known(one).equals(known(other));
  }

  private static List<Object> known(Map<String, Object> status) {
    List<Object> known = new ArrayList<>();
    known.add(ObjectTree.text(status.get("compliant")));
    known.add(ObjectTree.list(status.get("placement")));
    known.add(ObjectTree.list(status.get("status")));
    for (Object node : ObjectTree.list(status.get("details"))) {
      Map<String, Object> detail = ObjectTree.map(node);
      known.add(ObjectTree.text(ObjectTree.map(detail.get("templateMeta")).get("name")));
      known.add(ObjectTree.text(detail.get("compliant")));
      known.add(ObjectTree.list(detail.get("history")).stream().map(SpokeStatus::entry).toList());
    }
    return known;
  }

  private static List<String> entry(Object node) {
    Map<String, Object> entry = ObjectTree.map(node);
    return List.of(
        ObjectTree.text(entry.get("lastTimestamp")),
        ObjectTree.text(entry.get("message")),
        ObjectTree.text(entry.get("eventName")));
  }
}
