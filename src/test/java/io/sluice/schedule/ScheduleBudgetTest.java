package io.sluice.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.PayloadJson;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.fleet.LabelSelector;
import io.sluice.schedule.ScheduleTimes.Change;
import io.sluice.schedule.ScheduleTimes.Course;
import io.sluice.schedule.ScheduleTimes.Kind;
import io.sluice.schedule.ScheduleTimes.Rule;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures what large fleets with many rules take (between-waves C7). */
class ScheduleBudgetTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:34:56.789Z");
  private static final int CLUSTERS = 3_500;
  private static final int BITS = 12;
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");

  /** A window that only clusters cover whose number has this bit, opening at a time of its own. */
  private static WindowRule window(int number, String cron) {
    LabelSelector selector = new LabelSelector(Map.of("bit-" + number % BITS, "1"), List.of());
    return new WindowRule(
        "window-%04d".formatted(number),
        new RuleScope(Optional.empty(), Optional.of(selector)),
        CronSchedule.parse(cron),
        Duration.ofMinutes(50),
        ZURICH);
  }

  private static RolloutCalendar calendar(String name, int first, int windows) {
    return new RolloutCalendar(
        name,
        IntStream.range(first, first + windows)
            .mapToObj(i -> window(i, "%d %d * * *".formatted(i * 7 % 60, i * 5 % 24)))
            .toList(),
        List.of());
  }

  private static String name(int cluster) {
    return "cluster-in-a-shop-%04d".formatted(cluster);
  }

  private static List<DecisionGroup> fleet() {
    return List.of(
        new DecisionGroup(
            new GroupKey("p", "prod", 0),
            IntStream.range(0, CLUSTERS).mapToObj(i -> name(i)).toList()));
  }

  /** Each cluster has other labels than any other. */
  private static Map<String, Map<String, String>> labels() {
    Map<String, Map<String, String>> labels = new HashMap<>();
    for (int i = 0; i < CLUSTERS; i++) {
      Map<String, String> ofCluster = new TreeMap<>();
      for (int bit = 0; bit < BITS; bit++) {
        ofCluster.put("bit-" + bit, "" + (i + 1 >> bit & 1));
      }
      labels.put(name(i), ofCluster);
    }
    return labels;
  }

  private static Schedule schedule(RolloutCalendar own) {
    return new Schedule(Optional.empty(), ZURICH, own, List.of(), Optional.empty());
  }

  private static ScheduleTimes evaluate(RolloutCalendar own, List<RolloutCalendar> others) {
    return ScheduleEvaluator.evaluate(schedule(own), others, fleet(), labels(), NOW, "2026a");
  }

  @Test
  void clustersThatAllDifferAreKnownForHoursAndTakeLessThanAMegabyte() {
    List<RolloutCalendar> others =
        IntStream.range(1, 3).mapToObj(i -> calendar("calendar-" + i, i * 50, 50)).toList();
    ScheduleTimes times = evaluate(calendar("", 0, 50), others);
    int courses = times.courses().size();
    assertThat(times.courses().stream().mapToInt(course -> course.changes().size()).sum())
        .isBetween(2_000, Math.max(4_000, 2 * courses));
    assertThat(Duration.between(NOW, times.until())).isGreaterThan(Duration.ofHours(1));
    assertThat(bytes(times)).isLessThan(1 << 20);
  }

  /**
   * Twenty calendars of windows that open each other minute, and no two clusters alike. What is
   * joined of them is kept within bounds, a longer time is not evaluated than the effort allows,
   * and a cluster by itself has the same times.
   */
  @Tag("nightly")
  @Test
  void clustersThatDifferInEachOfManyCalendarsAreEvaluatedAsOneByOne() {
    List<RolloutCalendar> others =
        IntStream.rangeClosed(1, 20)
            .mapToObj(
                i ->
                    new RolloutCalendar(
                        "calendar-" + i,
                        IntStream.range(0, BITS)
                            .mapToObj(bit -> window(bit, "%d-59/2 * * * *".formatted(bit % 2)))
                            .map(
                                window ->
                                    new WindowRule(
                                        window.name(),
                                        window.scope(),
                                        window.cron(),
                                        Duration.ofMinutes(1),
                                        window.zone()))
                            .toList(),
                        List.of()))
            .toList();
    RolloutCalendar own = calendar("", 0, 1);
    ScheduleTimes times = evaluate(own, others);
    assertThat(times.until()).isAfter(NOW);
    assertThat(times.until()).isBeforeOrEqualTo(NOW.plus(Duration.ofHours(2)));

    for (String cluster : List.of(name(1), name(1_234), name(3_499))) {
      ScheduleTimes alone =
          ScheduleEvaluator.evaluate(
              schedule(own),
              others,
              List.of(new DecisionGroup(new GroupKey("p", "prod", 0), List.of(cluster))),
              labels(),
              NOW,
              "2026a");
      for (long second = 0; NOW.plusSeconds(second).isBefore(times.until()); second += 7) {
        Instant at = NOW.plusSeconds(second);
        assertThat(times.open(cluster, at)).isEqualTo(alone.open(cluster, at));
      }
    }
  }

  @Test
  void aThousandRulesAndACourseForEachClusterTakeLessThanAMegabyte() {
    List<Rule> rules =
        IntStream.range(0, 1_000)
            .mapToObj(
                i ->
                    new Rule(
                        Kind.FREEZE,
                        Optional.of("calendar-of-all-shops-%02d".formatted(i % 20)),
                        "the-end-of-year-freeze-%04d".formatted(i),
                        "America/Argentina/Buenos_Aires",
                        Optional.of(NOW),
                        -10_800,
                        Optional.of("r".repeat(200))))
            .toList();
    List<Course> courses =
        IntStream.range(0, CLUSTERS)
            .mapToObj(
                i ->
                    new Course(
                        List.of(name(i)),
                        List.of(
                            new Change(NOW, false, i % 1_000, -10_800),
                            new Change(NOW.plusSeconds(i), true, i % 1_000, -10_800))))
            .toList();
    ScheduleTimes times =
        new ScheduleTimes(NOW, NOW.plusSeconds(5_000), rules, courses, Optional.empty(), "2026a");
    assertThat(bytes(times)).isLessThan(1 << 20);
  }

  private static int bytes(ScheduleTimes times) {
    String json = PayloadJson.write(times);
    assertThat(PayloadJson.read(json, ScheduleTimes.class).equals(times)).isTrue();
    return json.getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void aWindowThatOpensEachMinuteIsKnownForHalfAnHourAndNeverAskedInALoop() {
    WindowRule minutes =
        new WindowRule(
            "minutes",
            RuleScope.ALL,
            CronSchedule.parse("* * * * *"),
            Duration.ofSeconds(20),
            ZURICH);
    Schedule schedule = schedule(new RolloutCalendar("", List.of(minutes), List.of()));
    Instant now = NOW;
    for (int i = 0; i < 5; i++) {
      ScheduleTimes times =
          ScheduleEvaluator.evaluate(schedule, List.of(), fleet(), Map.of(), now, "2026a");
      assertThat(times.courses().get(0).changes()).hasSize(64);
      assertThat(times.courses().get(0).changes().get(0).at()).isBeforeOrEqualTo(now);
      assertThat(times.refreshAt()).isBefore(times.until());
      assertThat(Duration.between(now, times.refreshAt())).isGreaterThan(Duration.ofMinutes(15));
      now = times.refreshAt();
    }
  }

  @Tag("budget")
  @Test
  void fiftyWindowsForThousandsOfClustersTakeATenthOfASecond() {
    RolloutCalendar own =
        new RolloutCalendar(
            "",
            IntStream.range(0, 50)
                .mapToObj(i -> window(i % 2, "%d %d * * 1-5".formatted(i, i % 24)))
                .toList(),
            List.of());
    for (int i = 0; i < 20; i++) {
      evaluate(own, List.of());
    }
    Map<String, Map<String, String>> labels = labels();
    long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    ScheduleEvaluator.evaluate(schedule(own), List.of(), fleet(), labels, NOW, "2026a");
    Duration taken =
        Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin);
    assertThat(taken).isLessThan(Duration.ofMillis(100));
  }
}
