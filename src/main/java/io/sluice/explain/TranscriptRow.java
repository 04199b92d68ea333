package io.sluice.explain;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Member;
import io.sluice.rollout.Progress;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Formats the row of a transcript: a letter for each cluster, then rollout status, phase and
 * outcome (rollout-strategy 6).
 */
public final class TranscriptRow {
  /** Explains the letters. */
  public static final String LEGEND =
      "T ToApply, P Progressing, S Succeeded, F Failed, O TimeOut, N NewCluster";

  private static final int MOST_NAMED = 10;

  private TranscriptRow() {}

  /** Returns the letter of a status. */
  public static String letter(String cluster, ClusterStatus status) {
    return switch (status) {
      case TO_APPLY -> "T";
      case PROGRESSING -> "P";
      case SUCCEEDED -> "S";
      case FAILED -> "F";
      case TIME_OUT -> "O";
      case NEW_CLUSTER -> "N";
      case SKIP -> throw new IllegalStateException(cluster + " is reported as Skip");
    };
  }

  /** Formats the end of a row: {@code | Progressing | Done, Succeeded}. */
  public static String end(Progress reported) {
    return " | %s | %s%s"
        .formatted(
            reported.rolloutStatus().orElse("-"),
            reported.phase(),
            reported.outcome().map(outcome -> ", " + outcome).orElse(""));
  }

  /** Formats the row of a state: {@code dev: S | stage: s1 P, s2 T | Progressing | Progressing}. */
  static String of(AttemptState state, Progress progress) {
    SortedMap<String, ClusterStatus> statuses = state.statuses();
    SortedMap<GroupKey, SortedMap<String, String>> groups = new TreeMap<>();
    MemberFinder.members(state)
        .forEach(
            member ->
                groups
                    .computeIfAbsent(MemberFinder.group(state, member), key -> new TreeMap<>())
                    .put(member.cluster(), letter(member, statuses)));
    return groups.entrySet().stream()
            .map(group -> group.getKey().label() + ": " + cell(group.getValue()))
            .collect(Collectors.joining(" | "))
        + end(progress);
  }

  private static String letter(Member member, Map<String, ClusterStatus> statuses) {
    return letter(member.cluster(), statuses.get(member.cluster()));
  }

  /** One letter where all are alike, else one for each cluster; of many clusters their numbers. */
  private static String cell(SortedMap<String, String> clusters) {
    if (new TreeSet<>(clusters.values()).size() == 1) {
      return clusters.get(clusters.firstKey());
    }
    if (clusters.size() > MOST_NAMED) {
      SortedMap<String, Long> numbers =
          clusters.values().stream()
              .collect(
                  Collectors.groupingBy(letter -> letter, TreeMap::new, Collectors.counting()));
      return join(numbers, entry -> entry.getValue() + " " + entry.getKey());
    }
    return join(clusters, entry -> entry.getKey() + " " + entry.getValue());
  }

  private static <V> String join(
      Map<String, V> parts, java.util.function.Function<Map.Entry<String, V>, String> text) {
    return parts.entrySet().stream().map(text).collect(Collectors.joining(", "));
  }
}
