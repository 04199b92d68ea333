package io.sluice.page.model;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import io.sluice.replay.ReplayedStep;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Progress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Shows an attempt over time.
 *
 * @param groups in rollout order
 * @param gaps what of it is not known, and where it would be found; empty if nothing is missing
 */
public record RolloutCourse(Instant from, Instant to, List<GroupCourse> groups, String gaps) {
  public RolloutCourse {
    requireNonNull(from, "from is null");
    requireNonNull(to, "to is null");
    groups = List.copyOf(groups);
    requireNonNull(gaps, "gaps is null");
  }

  /** Returns the course that the steps of an attempt show: all of it is known. */
  public static RolloutCourse of(List<ReplayedStep> steps) {
    Map<GroupKey, List<GroupCourse.Point>> points = new LinkedHashMap<>();
    for (ReplayedStep step : steps) {
      for (Progress.Group group : step.step().progress().groups()) {
        List<GroupCourse.Point> own = points.computeIfAbsent(group.key(), key -> new ArrayList<>());
        add(own, step.at(), group.counts());
      }
    }
    return new RolloutCourse(
        steps.get(0).at(),
        steps.get(steps.size() - 1).at(),
        points.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(group -> new GroupCourse(group.getKey().label(), group.getValue()))
            .toList(),
        "");
  }

  private static void add(List<GroupCourse.Point> points, Instant at, Counts counts) {
    if (points.isEmpty() || !points.get(points.size() - 1).counts().equals(counts)) {
      points.add(new GroupCourse.Point(at, counts));
    }
  }
}
