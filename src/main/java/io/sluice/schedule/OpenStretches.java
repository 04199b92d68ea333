package io.sluice.schedule;

import io.sluice.schedule.ScheduleTimes.Change;
import io.sluice.schedule.ScheduleTimes.Course;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds when how many clusters of a group may start (between-waves 2). */
public final class OpenStretches {
  private OpenStretches() {}

  /**
   * Returns the stretches from an instant up to the end of what is known, one after the other, each
   * with another number of open clusters than the one before.
   *
   * @param clusters each once; none: no stretch
   */
  public static List<OpenStretch> of(
      ScheduleTimes times, Collection<String> clusters, Instant now) {
    if (clusters.isEmpty() || !now.isBefore(times.until())) {
      return List.of();
    }
    // Not by their contents: a course lists all its clusters.
    Map<Course, Integer> sizes = new IdentityHashMap<>();
    clusters.stream()
        .flatMap(cluster -> times.courseOf(cluster).stream())
        .forEach(course -> sizes.merge(course, 1, Integer::sum));
    TreeMap<Instant, Integer> open = new TreeMap<>();
    for (Instant at : bounds(times, sizes.keySet(), now)) {
      int number = open(sizes, at);
      if (open.isEmpty() || open.lastEntry().getValue() != number) {
        open.put(at, number);
      }
    }
    List<OpenStretch> stretches = new ArrayList<>();
    open.forEach(
        (from, number) ->
            stretches.add(
                new OpenStretch(
                    from,
                    Optional.ofNullable(open.higherKey(from)).orElse(times.until()),
                    number,
                    clusters.size())));
    return List.copyOf(stretches);
  }

  private static TreeSet<Instant> bounds(
      ScheduleTimes times, Collection<Course> courses, Instant now) {
    TreeSet<Instant> bounds = new TreeSet<>(List.of(now));
    courses.stream()
        .flatMap(course -> course.changes().stream())
        .map(Change::at)
        .filter(at -> at.isAfter(now) && at.isBefore(times.until()))
        .forEach(bounds::add);
    return bounds;
  }

  private static int open(Map<Course, Integer> sizes, Instant at) {
    return sizes.entrySet().stream()
        .filter(course -> course.getKey().at(at).filter(Change::open).isPresent())
        .mapToInt(Map.Entry::getValue)
        .sum();
  }
}
