package io.sluice.placement;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Finds the scores that add-ons gave to clusters, without those that have run out. */
public final class ScoreTable {
  /** By cluster and name of the AddOnPlacementScore: score names and values. */
  private final Map<String, Map<String, Map<String, Integer>>> scores = new HashMap<>();

  private ScoreTable() {}

  /** Returns the scores that are valid now: a score is past its end only after that instant. */
  public static ScoreTable of(List<AddOnScore> scores, Instant now) {
    ScoreTable table = new ScoreTable();
    for (AddOnScore score : scores) {
      if (score.validUntil().map(end -> !now.isAfter(end)).orElse(true)) {
        table
            .scores
            .computeIfAbsent(score.cluster(), cluster -> new HashMap<>())
            .computeIfAbsent(score.resourceName(), resource -> new TreeMap<>())
            .put(score.scoreName(), score.value());
      }
    }
    return table;
  }

  /** Returns one score of a cluster; empty if it has none, or none that is valid. */
  public OptionalInt value(String cluster, String resourceName, String scoreName) {
    Integer value = all(cluster, resourceName).get(scoreName);
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  /** Returns the scores in one AddOnPlacementScore of a cluster, by name; none if it has none. */
  public Map<String, Integer> all(String cluster, String resourceName) {
    return scores.getOrDefault(cluster, Map.of()).getOrDefault(resourceName, Map.of());
  }
}
