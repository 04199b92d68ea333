package io.sluice.tools.plan;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Formats what files change, for programs, as a tree of JSON. */
final class ChangesTree {
  private ChangesTree() {}

  static Map<String, Object> of(PlanChanges changes) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("none", changes.none());
    tree.put("newPolicy", !changes.known());
    changes
        .version()
        .ifPresent(
            version -> {
              Map<String, Object> node = fromTo(version.from(), version.to());
              node.put("content", version.content());
              tree.put("generation", node);
            });
    tree.put(
        "settings",
        changes.settings().stream()
            .map(
                setting -> {
                  Map<String, Object> node = new LinkedHashMap<>();
                  node.put("name", setting.name());
                  node.putAll(fromTo(setting.from(), setting.to()));
                  return node;
                })
            .toList());
    tree.put("approvals", names(changes.approvals()));
    tree.put("groups", names(changes.groups()));
    tree.put("clusters", names(changes.clusters()));
    tree.put("moved", moves(changes.moved(), text -> text));
    Map<String, Object> waves = fromTo(changes.waves().before(), changes.waves().after());
    waves.put("moved", moves(changes.waves().moved(), Integer::valueOf));
    tree.put("waves", waves);
    tree.put("leastSeconds", times(changes.least()));
    tree.put("likelySeconds", times(changes.likely()));
    return tree;
  }

  private static Map<String, Object> fromTo(Object from, Object to) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("from", from);
    node.put("to", to);
    return node;
  }

  private static Map<String, Object> names(PlanChanges.Names names) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("added", names.added());
    node.put("removed", names.removed());
    return node;
  }

  private static List<Map<String, Object>> moves(
      List<PlanChanges.Move> moves, Function<String, Object> value) {
    return moves.stream()
        .map(
            move -> {
              Map<String, Object> node = new LinkedHashMap<>();
              node.put("cluster", move.cluster());
              node.putAll(fromTo(value.apply(move.from()), value.apply(move.to())));
              return node;
            })
        .toList();
  }

  /** A time that is not known is absent. */
  private static Map<String, Object> times(PlanChanges.Times times) {
    Map<String, Object> node = new LinkedHashMap<>();
    put(node, "from", times.before());
    put(node, "to", times.after());
    return node;
  }

  private static void put(Map<String, Object> node, String key, Optional<Duration> time) {
    time.ifPresent(found -> node.put(key, found.toSeconds()));
  }
}
