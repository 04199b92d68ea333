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
 * Formats a row of the tables in rollout-strategy section 6: letter and version of each cluster,
 * rollout status, phase and outcome.
 */
final class TableRow {
  private final ScenarioHub hub;
  private final Map<String, ClusterStatus> statuses;
  private final Progress reported;

  TableRow(ScenarioHub hub, Map<String, ClusterStatus> statuses, Progress reported) {
    this.hub = hub;
    this.statuses = statuses;
    this.reported = reported;
  }

  /** Formats the row as in the tables: {@code P v2 | T v1 | T v1 | Progressing | Progressing}. */
  String text() {
    return hub.groups.values().stream().map(this::cell).collect(Collectors.joining(" | ")) + end();
  }

  /** Formats the row with the names of the groups. */
  String named() {
    return hub.groups.entrySet().stream()
            .map(group -> name(group.getKey()) + ": " + cell(group.getValue()))
            .collect(Collectors.joining(" | "))
        + end();
  }

  private String end() {
    return " | %s | %s%s"
        .formatted(
            reported.rolloutStatus().orElse("-"),
            reported.phase(),
            reported.outcome().map(outcome -> ", " + outcome).orElse(""));
  }

  private String name(GroupKey key) {
    boolean several = hub.groups.keySet().stream().map(GroupKey::placement).distinct().count() > 1;
    String label = key.named() ? key.name() : "ungrouped";
    return several ? key.placement() + "/" + label : label;
  }

  /** Formats one text for a group whose clusters are all alike, else one for each cluster. */
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
    return switch (statuses.getOrDefault(cluster, ClusterStatus.TO_APPLY)) {
      case TO_APPLY -> "T";
      case PROGRESSING -> "P";
      case SUCCEEDED -> "S";
      case FAILED -> "F";
      case TIME_OUT -> "O";
      case NEW_CLUSTER -> "N";
      case SKIP -> throw new IllegalStateException(cluster + " is reported as Skip");
    };
  }

  private String version(String cluster) {
    ScenarioReplica replica = hub.replicas.get(cluster);
    if (replica == null) {
      return "-";
    }
    String action = hub.showsActions() ? replica.enforced() ? " e" : " i" : "";
    return "v" + replica.version() + action;
  }
}
