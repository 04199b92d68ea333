package io.sluice.transcript;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Progress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A row of the tables in rollout-strategy section 6: the letter of each cluster and the version
 * that its replica carries, the root's word, phase and outcome.
 */
final class TableRow {
  private final ScenarioHub hub;
  private final Map<String, ClusterStatus> words;
  private final Progress told;

  TableRow(ScenarioHub hub, Map<String, ClusterStatus> words, Progress told) {
    this.hub = hub;
    this.words = words;
    this.told = told;
  }

  /** As the tables have it: {@code P v2 | T v1 | T v1 | Progressing | Progressing}. */
  String text() {
    return hub.groups.values().stream().map(this::cell).collect(Collectors.joining(" | ")) + end();
  }

  /** The same with the groups' names. */
  String named() {
    return hub.groups.entrySet().stream()
            .map(group -> name(group.getKey()) + ": " + cell(group.getValue()))
            .collect(Collectors.joining(" | "))
        + end();
  }

  private String end() {
    return " | %s | %s%s"
        .formatted(
            told.rolloutStatus().orElse("-"),
            told.phase(),
            told.outcome().map(outcome -> ", " + outcome).orElse(""));
  }

  private String name(GroupKey key) {
    boolean several = hub.groups.keySet().stream().map(GroupKey::placement).distinct().count() > 1;
    String label = key.named() ? key.name() : "ungrouped";
    return several ? key.placement() + "/" + label : label;
  }

  /** One text for all where they are alike, else one for each. */
  private String cell(List<String> clusters) {
    Map<String, String> each = new TreeMap<>();
    clusters.forEach(cluster -> each.put(cluster, letter(cluster) + " " + version(cluster)));
    return new TreeSet<>(each.values()).size() == 1
        ? each.values().iterator().next()
        : each.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
  }

  private String letter(String cluster) {
    return switch (words.getOrDefault(cluster, ClusterStatus.TO_APPLY)) {
      case TO_APPLY -> "T";
      case PROGRESSING -> "P";
      case SUCCEEDED -> "S";
      case FAILED -> "F";
      case TIME_OUT -> "O";
      case NEW_CLUSTER -> "N";
      case SKIP -> throw new IllegalStateException(cluster + " is told as Skip");
    };
  }

  private String version(String cluster) {
    ScenarioReplica held = hub.replicas.get(cluster);
    if (held == null) {
      return "-";
    }
    String action = hub.tellsActions() ? held.enforced() ? " e" : " i" : "";
    return "v" + held.version() + action;
  }
}
