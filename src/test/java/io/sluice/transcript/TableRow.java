package io.sluice.transcript;

import io.sluice.explain.TranscriptRow;
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
    return hub.groups.values().stream().map(this::cell).collect(Collectors.joining(" | "))
        + TranscriptRow.end(reported);
  }

  /** Formats the row with the names of the groups. */
  String named() {
    return hub.groups.entrySet().stream()
            .map(group -> name(group.getKey()) + ": " + cell(group.getValue()))
            .collect(Collectors.joining(" | "))
        + TranscriptRow.end(reported);
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
    return TranscriptRow.letter(cluster, statuses.getOrDefault(cluster, ClusterStatus.TO_APPLY));
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
