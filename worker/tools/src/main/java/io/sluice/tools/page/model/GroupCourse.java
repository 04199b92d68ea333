package io.sluice.tools.page.model;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.Counts;
import java.time.Instant;
import java.util.List;

/**
 * Shows one group over time.
 *
 * @param points the counts from each instant on, in order; two equal ones never follow each other
 */
public record GroupCourse(String label, List<Point> points) {
  public GroupCourse {
    requireNonNull(label, "label is null");
    points = List.copyOf(points);
  }

  /** Holds the counts from an instant on. */
  public record Point(Instant at, Counts counts) {
    public Point {
      requireNonNull(at, "at is null");
      requireNonNull(counts, "counts is null");
    }
  }
}
