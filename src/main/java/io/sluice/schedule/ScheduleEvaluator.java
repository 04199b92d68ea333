package io.sluice.schedule;

import static java.util.stream.Collectors.groupingBy;

import io.sluice.fleet.DecisionGroup;
import io.sluice.schedule.CourseEvaluator.Closure;
import io.sluice.schedule.CourseEvaluator.Result;
import io.sluice.schedule.ScheduleTimes.Ignored;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Evaluates when the clusters of a Rollout may start (between-waves C1 to C4, C7).
 *
 * <p>A function: same settings, fleet, instant and zone data, same times. {@link RuleCover} finds
 * which rules cover which clusters, {@link WindowOpenings} when windows are open, {@link
 * CourseEvaluator} what follows for the clusters that the same rules cover, and {@link
 * CourseWriter} how much of it is said.
 */
public final class ScheduleEvaluator {
  /** Clocks differ: what was so shortly before is known, too. */
  private static final Duration BEFORE = Duration.ofHours(1);

  /** Where all clusters differ, less is said than of two weeks; so less is evaluated first. */
  private static final List<Duration> HORIZONS =
      List.of(
          Duration.ofMinutes(15),
          Duration.ofHours(2),
          Duration.ofHours(12),
          Duration.ofDays(2),
          ScheduleTimes.HORIZON);

  /**
   * How many openings of joined windows are kept, some 8 MB: where thousands of clusters differ in
   * each of many calendars, all would fill the heap.
   */
  private static final int MOST_KEPT = 200_000;

  /**
   * How many openings are stepped through before a longer time is evaluated, which takes up to ten
   * times as many. Each of thousands of clusters may have those of each of many calendars.
   */
  private static final long MOST_STEPS = 500_000;

  private final List<NumberedRule> rules;
  private final Map<BitSet, List<String>> clusters;
  private final Instant now;
  private final Instant until;
  private final Map<Integer, WindowOpenings> windows = new HashMap<>();
  private final Map<BitSet, WindowOpenings> joined = new HashMap<>();
  private int kept;
  private long steps;

  private ScheduleEvaluator(
      List<NumberedRule> rules, Map<BitSet, List<String>> clusters, Instant now, Duration horizon) {
    this.rules = rules;
    this.clusters = clusters;
    this.now = now;
    this.until = Instant.ofEpochSecond(now.getEpochSecond()).plus(horizon);
  }

  /**
   * Evaluates a schedule.
   *
   * @param calendars those that it names, and those of the cluster that bind it
   * @param groups the fleet of the Rollout
   * @param labels of the ManagedClusters, by name
   * @param tzdb version of the JVM's zone data
   */
  public static ScheduleTimes evaluate(
      Schedule schedule,
      List<RolloutCalendar> calendars,
      List<DecisionGroup> groups,
      Map<String, Map<String, String>> labels,
      Instant now,
      String tzdb) {
    List<NumberedRule> rules = NumberedRule.all(schedule, calendars);
    Optional<Ignored> ignored = schedule.ignore();
    if (rules.isEmpty()) {
      ScheduleTimes open = ScheduleTimes.UNRESTRICTED;
      return new ScheduleTimes(now, open.until(), open.rules(), open.courses(), ignored, tzdb);
    }
    Map<BitSet, List<String>> clusters = new RuleCover(rules).clusters(groups, labels);
    CourseWriter writer = null;
    for (Duration horizon : HORIZONS) {
      ScheduleEvaluator evaluator = new ScheduleEvaluator(rules, clusters, now, horizon);
      writer = new CourseWriter(rules, evaluator.results(), evaluator.until);
      if (writer.until().isBefore(evaluator.until) || evaluator.steps > MOST_STEPS) {
        break;
      }
    }
    return writer.times(now, clusters, ignored, tzdb);
  }

  private Map<BitSet, Result> results() {
    Map<BitSet, Result> results = new LinkedHashMap<>();
    clusters
        .keySet()
        .forEach(
            covering ->
                results.put(
                    covering,
                    new CourseEvaluator(closures(covering), calendars(covering))
                        .evaluate(
                            now.minus(BEFORE).getEpochSecond(),
                            now.getEpochSecond(),
                            until.getEpochSecond(),
                            CourseWriter.MOST_OF_A_COURSE)));
    return results;
  }

  private List<Closure> closures(BitSet covering) {
    return covering.stream().mapToObj(rules::get).flatMap(rule -> rule.closure().stream()).toList();
  }

  private List<WindowOpenings> calendars(BitSet covering) {
    Map<Integer, List<Integer>> byCalendar =
        covering.stream()
            .boxed()
            .filter(index -> rules.get(index).window().isPresent())
            .collect(groupingBy(index -> rules.get(index).calendar()));
    return byCalendar.values().stream().map(this::joined).toList();
  }

  private WindowOpenings joined(Collection<Integer> indexes) {
    BitSet key = new BitSet();
    indexes.forEach(key::set);
    WindowOpenings known = joined.get(key);
    if (known != null) {
      steps += known.openings().size();
      return known;
    }
    WindowOpenings made = WindowOpenings.joined(key.stream().mapToObj(this::openings).toList());
    steps += made.openings().size();
    kept += made.openings().size();
    if (kept > MOST_KEPT) {
      joined.clear();
      kept = made.openings().size();
    }
    joined.put(key, made);
    return made;
  }

  private WindowOpenings openings(int index) {
    return windows.computeIfAbsent(
        index,
        rule ->
            WindowOpenings.of(
                rules.get(rule).window().orElseThrow(), rule, now.minus(BEFORE), until));
  }
}
