package io.sluice.rehearsal.recorded;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Compares the events of two courses.
 *
 * @param events how many events both have
 * @param largest the largest difference between the instants of one event
 * @param where the event that differs most; empty if none differs
 * @param missing events that only the first has
 * @param added events that only the second has
 */
public record CourseDifference(
    int events, Duration largest, String where, List<String> missing, List<String> added) {
  public CourseDifference {
    missing = List.copyOf(missing);
    added = List.copyOf(added);
  }

  /** Compares the events of a recorded course with those of a rehearsed one. */
  public static CourseDifference of(CourseEvents recorded, CourseEvents rehearsed) {
    Map<String, List<Instant>> one = recorded.events();
    Map<String, List<Instant>> other = rehearsed.events();
    TreeSet<String> names = new TreeSet<>(one.keySet());
    names.addAll(other.keySet());
    int both = 0;
    Duration largest = Duration.ZERO;
    String where = "";
    List<String> missing = new ArrayList<>();
    List<String> added = new ArrayList<>();
    for (String name : names) {
      List<Instant> then = one.getOrDefault(name, List.of());
      List<Instant> now = other.getOrDefault(name, List.of());
      for (int i = 0; i < Math.max(then.size(), now.size()); i++) {
        if (i >= now.size()) {
          missing.add(name);
        } else if (i >= then.size()) {
          added.add(name);
        } else {
          both++;
          Duration difference = Duration.between(then.get(i), now.get(i)).abs();
          if (difference.compareTo(largest) > 0) {
            largest = difference;
            where = name;
          }
        }
      }
    }
    return new CourseDifference(both, largest, where, missing, added);
  }

  /** Returns whether both have the same events, each within that time. */
  public boolean within(Duration time) {
    return missing.isEmpty() && added.isEmpty() && largest.compareTo(time) <= 0;
  }
}
