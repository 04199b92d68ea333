package io.sluice.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.check.CheckRule;
import io.sluice.check.FailureEffect;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.forecast.ApprovalAnswer;
import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.FleetProfile;
import io.sluice.forecast.Forecast;
import io.sluice.forecast.ForecastCheck;
import io.sluice.forecast.Forecaster;
import io.sluice.forecast.WaitTime;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Rules;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.schedule.Schedule;
import io.sluice.schedule.ScheduleEvaluator;
import io.sluice.schedule.ScheduleReader;
import io.sluice.schedule.ScheduleSource;
import io.sluice.tools.plan.ForecastPrinter;
import io.sluice.tools.plan.ReportTimes;
import io.sluice.tools.terminal.TerminalStyle;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class RehearsalTest {
  private static final Instant FROM = Instant.parse("2026-03-02T08:00:00Z");
  private static final PolicyVersion VERSION = new PolicyVersion("uid", 2, "content");

  private static HubSnapshot hub(int groups, int size) {
    List<DecisionGroup> decided = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      List<String> clusters = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        clusters.add("c%05d".formatted(group * size + i));
      }
      decided.add(new DecisionGroup(new GroupKey("p", "g%03d".formatted(group), group), clusters));
    }
    return new HubSnapshot(
        HubSnapshot.ClaimState.HELD,
        Optional.of(new RootView(VERSION, false, false, true, "strategy", Optional.empty())),
        Optional.empty(),
        Intent.NONE,
        FleetView.of(decided));
  }

  private static AttemptState state(Strategy strategy) {
    return AttemptState.begin(
        new AttemptSpec(new PolicyName("policies", "web"), "u1", 3, VERSION, strategy, "strategy"),
        FROM);
  }

  private static Strategy perGroup() {
    return Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)
        .withMinSuccessTime(Duration.ofMinutes(2))
        .withProgressDeadline(Duration.ofMinutes(10));
  }

  private static FleetProfile profile(HubSnapshot hub, ProfileSettings settings) {
    Set<String> members = new TreeSet<>();
    hub.fleet().groups().forEach(group -> members.addAll(group.clusters()));
    return new RehearsalProfile(
        settings, members, new ReportTimes(new TreeMap<>(), ReportTimes.ASSUMED));
  }

  private static ProfileSettings settings(
      String after, String failing, Map<String, ApprovalAnswer> approvals) {
    return new ProfileSettings(
        TimeRange.of(after),
        Optional.of(new ClusterChoice(failing)),
        Optional.empty(),
        Map.of(),
        false,
        approvals,
        Map.of(),
        Optional.of(7L));
  }

  private static List<String> lines(Forecast course) {
    ForecastPrinter printer = new ForecastPrinter(course, TerminalStyle.PLAIN);
    List<String> lines = new ArrayList<>(printer.waves());
    lines.addAll(printer.end());
    return lines;
  }

  @Test
  void theRealWorkflowGoesAsForecast() {
    HubSnapshot hub = hub(3, 3);
    FleetProfile profile = profile(hub, settings("20s..5m", "0", Map.of()));
    Forecast rehearsed = Rehearsal.of(state(perGroup()), hub, ScheduleSource.NONE, profile, FROM);
    Forecast forecast = Forecaster.of(Rules.CURRENT, state(perGroup()), hub, profile, FROM);
    assertThat(lines(rehearsed)).isEqualTo(lines(forecast));
    assertThat(rehearsed.end().outcome()).contains(Outcome.SUCCEEDED);
  }

  /** Nights, then weekends after a freeze of two months: further than one evaluation reaches. */
  private static ScheduleSource calendar(HubSnapshot hub) {
    Map<String, Object> settings =
        Map.of(
            "timeZone",
            "Europe/Zurich",
            "windows",
            List.of(
                Map.of(
                    "name",
                    "nights",
                    "groups",
                    List.of("g001"),
                    "cron",
                    "0 22 * * 1-5",
                    "window",
                    "6h"),
                Map.of(
                    "name",
                    "weekends",
                    "groups",
                    List.of("g002"),
                    "cron",
                    "0 8 * * 6",
                    "window",
                    "10h")),
            "freezes",
            List.of(
                Map.of(
                    "name",
                    "spring",
                    "groups",
                    List.of("g002"),
                    "from",
                    "2026-01-01",
                    "to",
                    "2026-04-01")));
    Schedule schedule =
        ScheduleReader.schedule(settings, "spec.schedule", FROM).value().orElseThrow();
    return now ->
        Optional.of(
            ScheduleEvaluator.evaluate(
                schedule, List.of(), hub.fleet().groups(), Map.of(), now, "test"));
  }

  @Test
  void theRealWorkflowKeepsTheCalendarAsForecast() {
    HubSnapshot free = hub(3, 3);
    ScheduleSource calendar = calendar(free);
    HubSnapshot hub = free.scheduled(calendar.at(FROM));
    FleetProfile profile = profile(hub, settings("20s..5m", "0", Map.of()));

    Forecast rehearsed = Rehearsal.of(state(perGroup()), hub, calendar, profile, FROM);
    Forecast forecast =
        Forecaster.of(Rules.CURRENT, state(perGroup()), hub, calendar, profile, FROM);

    assertThat(lines(rehearsed)).isEqualTo(lines(forecast));
    assertThat(rehearsed.end().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(rehearsed.waves())
        .extracting(wave -> wave.at().atZone(ZoneId.of("Europe/Zurich")).toLocalTime())
        .satisfies(
            times -> {
              assertThat(times.get(1)).isEqualTo(LocalTime.of(22, 0));
              assertThat(times.get(2)).isEqualTo(LocalTime.of(8, 0));
            });
    assertThat(rehearsed.waves().get(2).at())
        .isEqualTo(
            ZonedDateTime.of(2026, 4, 4, 8, 0, 0, 0, ZoneId.of("Europe/Zurich")).toInstant());
    assertThat(rehearsed.waves().get(2).after())
        .anyMatch(wait -> wait.cause() == WaitTime.Cause.CALENDAR);
  }

  @Test
  void failuresHaltIt() {
    HubSnapshot hub = hub(3, 3);
    FleetProfile profile = profile(hub, settings("1m", "c00004", Map.of()));
    Forecast course = Rehearsal.of(state(perGroup()), hub, ScheduleSource.NONE, profile, FROM);
    assertThat(course.halt().orElseThrow().because())
        .isEqualTo("1 failed > 0 tolerated in group g001");
    assertThat(course.end().outcome()).contains(Outcome.FAILED);
    assertThat(course.time()).isEqualTo(Duration.ofMinutes(13));
  }

  @Test
  void anApprovalThatNeverComesIsWhereItStandsStill() {
    HubSnapshot hub = hub(2, 2);
    Strategy manual = Strategy.of(StrategyType.MANUAL_PER_GROUP);
    FleetProfile profile =
        profile(
            hub,
            settings(
                "1m",
                "0",
                Map.of(
                    "g000",
                    new ApprovalAnswer.AfterAsked(Duration.ofDays(20)),
                    "g001",
                    ApprovalAnswer.NEVER)));
    Forecast course = Rehearsal.of(state(manual), hub, ScheduleSource.NONE, profile, FROM);
    assertThat(course.end().kind()).isEqualTo(CourseEnd.Kind.STANDS_STILL);
    assertThat(course.end().waitingFor()).startsWith("Waiting for approval of group g001");
    assertThat(course.end().at()).isEqualTo(FROM.plus(Duration.ofDays(20)).plusSeconds(70));
  }

  private static CheckRule check(FailureEffect onFailure, Optional<Duration> giveUpAfter) {
    return new CheckRule(
        "budget",
        Optional.empty(),
        List.of("g000"),
        Duration.ofMinutes(1),
        Duration.ofSeconds(10),
        2,
        giveUpAfter,
        onFailure,
        List.of(),
        "hash");
  }

  private static Forecast checked(CheckRule rule, Map<String, String> answers) {
    HubSnapshot hub = hub(2, 2).checked(List.of(rule));
    Map<String, ForecastCheck> checks = new TreeMap<>();
    answers.forEach((name, text) -> checks.put(name, ForecastCheckReader.of(text).orElseThrow()));
    FleetProfile profile =
        profile(
            hub,
            new ProfileSettings(
                TimeRange.of("1m"),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                false,
                Map.of(),
                checks,
                Optional.of(7L)));
    return Rehearsal.of(state(perGroup()), hub, ScheduleSource.NONE, profile, FROM);
  }

  @Test
  void aCheckThatPassesLaterHoldsTheGroupUntilThen() {
    Forecast course =
        checked(check(FailureEffect.HOLD, Optional.empty()), Map.of("budget/g001", "2h"));
    assertThat(course.end().outcome()).contains(Outcome.SUCCEEDED);
    // The report, the soak, and the first question after two hours.
    assertThat(course.waves().get(1).at()).isEqualTo(FROM.plus(Duration.ofMinutes(3 + 120)));
    assertThat(course.waves().get(1).after())
        .anyMatch(wait -> wait.cause() == WaitTime.Cause.CHECK && wait.time().toHours() == 2);
  }

  @Test
  void aCheckThatFailsHaltsWhereItsRuleSaysSo() {
    Forecast course =
        checked(check(FailureEffect.HALT, Optional.empty()), Map.of("budget", "failed"));
    assertThat(course.halt().orElseThrow().because()).contains("check budget");
    assertThat(course.end().outcome()).contains(Outcome.FAILED);
    assertThat(course.waves()).hasSize(1);
  }

  @Test
  void aCheckThatFailsOrNeverPassesIsWhereItStandsStill() {
    for (String answer : List.of("never", "failed", "failed@2m")) {
      Forecast course = checked(check(FailureEffect.HOLD, Optional.empty()), Map.of("*", answer));
      assertThat(course.end().kind()).isEqualTo(CourseEnd.Kind.STANDS_STILL);
      assertThat(course.end().waitingFor()).startsWith("Waiting for check budget");
      assertThat(course.waves()).hasSize(1);
    }
  }

  @Test
  void aCheckIsAskedUntilItGivesUp() {
    Forecast course =
        checked(
            check(FailureEffect.HALT, Optional.of(Duration.ofHours(4))),
            Map.of("budget/g001", "never"));
    assertThat(course.end().outcome()).contains(Outcome.FAILED);
    assertThat(course.time()).isBetween(Duration.ofHours(4), Duration.ofHours(5));
  }

  @Test
  void aThousandClustersAreRehearsedOverMonths() {
    HubSnapshot hub = hub(10, 100);
    FleetProfile profile = profile(hub, settings("20s..5m", "0", Map.of()));
    Strategy strategy = perGroup().withMinSuccessTime(Duration.ofDays(7));
    Forecast course = Rehearsal.of(state(strategy), hub, ScheduleSource.NONE, profile, FROM);
    assertThat(course.waves()).hasSize(10);
    assertThat(course.end().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(course.time()).isGreaterThan(Duration.ofDays(70));
  }

  /** A budget of processor time for about 900 steps, longer where others use the same cores. */
  @Tag("budget")
  @Test
  void thousandsOfClustersOverAMonthTakeSecondsOfProcessorTime() {
    HubSnapshot hub = hub(35, 100);
    FleetProfile profile = profile(hub, settings("20s..40s", "0", Map.of()));
    Strategy strategy = perGroup().withMinSuccessTime(Duration.ofHours(20));
    Duration before = processorTime();
    Forecast course = Rehearsal.of(state(strategy), hub, ScheduleSource.NONE, profile, FROM);
    assertThat(processorTime().minus(before)).isLessThan(Duration.ofSeconds(15));
    assertThat(course.end().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(course.time()).isGreaterThan(Duration.ofDays(29));
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }
}
