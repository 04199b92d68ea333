package io.sluice.schedule;

import io.sluice.schedule.CourseEvaluator.Result;
import io.sluice.schedule.CourseEvaluator.State;
import io.sluice.schedule.ScheduleTimes.Change;
import io.sluice.schedule.ScheduleTimes.Course;
import io.sluice.schedule.ScheduleTimes.Ignored;
import io.sluice.schedule.ScheduleTimes.Rule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes evaluated states as courses, and decides how much is said: at most 64 changes of a course,
 * and of all courses 4,000, or two of each (between-waves C7).
 *
 * <p>Changes are counted in the order of time, whatever the course. So where there are more, all
 * courses are known up to the same instant, and it is the latest possible.
 */
final class CourseWriter {
  static final int MOST_OF_A_COURSE = 64;
  private static final int MOST = 4_000;
  private static final int LEAST_OF_A_COURSE = 2;

  private final List<NumberedRule> rules;
  private final Map<BitSet, Result> results;
  private final long until;
  private final Map<Rule, Integer> dictionary = new LinkedHashMap<>();

  /**
   * @param results by the rules that cover the clusters
   * @param until up to here they were evaluated
   */
  CourseWriter(List<NumberedRule> rules, Map<BitSet, Result> results, Instant until) {
    this.rules = rules;
    this.results = results;
    this.until = known(until.getEpochSecond());
  }

  private long known(long evaluated) {
    long most = results.values().stream().mapToLong(Result::until).reduce(evaluated, Math::min);
    if (fits(most)) {
      return most;
    }
    long[] seconds =
        results.values().stream()
            .flatMap(result -> result.states().stream().skip(1))
            .mapToLong(State::second)
            .filter(second -> second < most)
            .sorted()
            .distinct()
            .toArray();
    int low = 0;
    int high = seconds.length;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (fits(seconds[middle])) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return seconds[low];
  }

  /** Clusters that do not differ before that are one course. */
  private boolean fits(long end) {
    Set<List<State>> courses = new HashSet<>();
    results.values().forEach(result -> courses.add(before(end, result)));
    int changes = courses.stream().mapToInt(List::size).sum();
    return changes <= Math.max(MOST, LEAST_OF_A_COURSE * courses.size());
  }

  private static List<State> before(long end, Result result) {
    List<State> states = result.states();
    int size = states.size();
    while (size > 0 && states.get(size - 1).second() >= end) {
      size--;
    }
    return states.subList(0, size);
  }

  /** Returns the instant up to which all is said, exclusive. */
  Instant until() {
    return Instant.ofEpochSecond(until);
  }

  ScheduleTimes times(
      Instant now, Map<BitSet, List<String>> clusters, Optional<Ignored> ignored, String tzdb) {
    Map<List<Change>, List<String>> courses = new LinkedHashMap<>();
    results.forEach(
        (covering, result) ->
            courses
                .computeIfAbsent(changes(result), changes -> new ArrayList<>())
                .addAll(clusters.get(covering)));
    return new ScheduleTimes(
        now, until(), List.copyOf(dictionary.keySet()), courses(courses), ignored, tzdb);
  }

  /** The course of most clusters does not list them. */
  private static List<Course> courses(Map<List<Change>, List<String>> clusters) {
    int most = clusters.values().stream().mapToInt(List::size).max().orElse(0);
    List<Course> courses = new ArrayList<>();
    boolean others = false;
    for (Map.Entry<List<Change>, List<String>> course : clusters.entrySet()) {
      boolean unlisted = !others && course.getValue().size() == most;
      others |= unlisted;
      courses.add(new Course(unlisted ? List.of() : course.getValue(), course.getKey()));
    }
    return courses;
  }

  private List<Change> changes(Result result) {
    return before(until, result).stream().map(this::change).toList();
  }

  private Change change(State state) {
    Instant at = Instant.ofEpochSecond(state.second());
    if (state.rule() == CourseEvaluator.NO_RULE) {
      return new Change(at, state.open(), CourseEvaluator.NO_RULE, 0);
    }
    NumberedRule rule = rules.get(state.rule());
    int index = dictionary.computeIfAbsent(rule.shown(), shown -> dictionary.size());
    return new Change(at, state.open(), index, rule.offset(at));
  }
}
