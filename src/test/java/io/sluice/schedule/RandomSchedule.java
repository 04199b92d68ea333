package io.sluice.schedule;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.fleet.LabelSelector;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Draws a schedule, calendars and a fleet. */
final class RandomSchedule {
  private static final List<String> ZONES =
      List.of("UTC", "Europe/Zurich", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu");
  private static final List<String> CRONS =
      List.of(
          "0 22 * * 1-5",
          "0 3 * * *",
          "30 */6 * * *",
          "15 2 * * 0",
          "0 0 1,15 * *",
          "*/40 9-17 * * *");

  final Random random;
  final Instant now;
  final Schedule schedule;
  final List<RolloutCalendar> calendars;
  final List<DecisionGroup> groups;
  final Map<String, Map<String, String>> labels = new HashMap<>();

  RandomSchedule(long seed) {
    random = new Random(seed);
    // Near the changes of clocks as often as not.
    now =
        Instant.parse(random.nextBoolean() ? "2026-03-15T00:00:00Z" : "2026-10-20T00:00:00Z")
            .plusMillis(random.nextInt(20 * 86_400_000));
    groups =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    new DecisionGroup(
                        new GroupKey("p", List.of("stage", "prod", "").get(i), i),
                        IntStream.range(0, 4).mapToObj(n -> "c" + i + n).toList()))
            .toList();
    groups.forEach(
        group ->
            group
                .clusters()
                .forEach(name -> labels.put(name, Map.of("kind", "k" + random.nextInt(3)))));
    schedule =
        new Schedule(
            Optional.of(now.plus(hours(300)).truncatedTo(ChronoUnit.SECONDS))
                .filter(start -> random.nextInt(4) == 0),
            zone(),
            calendar("", 3),
            List.of(),
            Optional.empty());
    calendars =
        IntStream.range(0, random.nextInt(3)).mapToObj(i -> calendar("calendar-" + i, 2)).toList();
  }

  private RolloutCalendar calendar(String name, int most) {
    List<WindowRule> windows = new ArrayList<>();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      String cron =
          random.nextInt(4) == 0 ? NaiveCron.random(random) : CRONS.get(random.nextInt(6));
      windows.add(
          new WindowRule(
              "%s-window-%d".formatted(name, i),
              scope(),
              CronSchedule.parse(cron),
              random.nextInt(5) == 0 ? hours(168) : Duration.ofSeconds(1 + random.nextInt(36_000)),
              zone()));
    }
    List<FreezeRule> freezes = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      Instant from = now.minus(hours(100)).plus(hours(400)).truncatedTo(ChronoUnit.SECONDS);
      freezes.add(
          new FreezeRule(
              "%s-freeze-%d".formatted(name, i),
              scope(),
              from,
              from.plus(hours(60)),
              zone(),
              Optional.of("because")));
    }
    return new RolloutCalendar(name, windows, freezes);
  }

  private RuleScope scope() {
    return new RuleScope(
        Optional.of(List.of(List.of("stage"), List.of("prod", "ungrouped")).get(random.nextInt(2)))
            .filter(names -> random.nextInt(3) == 0),
        Optional.of(new LabelSelector(Map.of("kind", "k" + random.nextInt(3)), List.of()))
            .filter(selector -> random.nextInt(3) == 0));
  }

  private ZoneId zone() {
    return ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
  }

  private Duration hours(int most) {
    return Duration.ofMinutes(1 + random.nextInt(most * 60));
  }

  ScheduleTimes evaluate() {
    return ScheduleEvaluator.evaluate(schedule, calendars, groups, labels, now, "2026a");
  }

  NaiveSchedule naive() {
    return new NaiveSchedule(schedule, calendars, groups, labels, now);
  }
}
