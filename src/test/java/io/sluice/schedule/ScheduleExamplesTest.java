package io.sluice.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.PayloadJson;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.schedule.ScheduleTimes.Change;
import io.sluice.schedule.ScheduleTimes.Closed;
import io.sluice.schedule.ScheduleTimes.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Evaluates schedules as people write them. */
class ScheduleExamplesTest {
  private static final Instant NOW = Instant.parse("2026-11-28T18:00:00Z");
  private static final List<DecisionGroup> FLEET =
      List.of(
          new DecisionGroup(new GroupKey("p", "stage", 0), List.of("s1", "both")),
          new DecisionGroup(new GroupKey("p", "prod", 1), List.of("p1", "kiosk", "both")),
          new DecisionGroup(new GroupKey("p", "", 2), List.of("u1")));
  private static final String NIGHTS =
      """
      {"name": "nights", "cron": "0 22 * * 1-5", "window": "6h", "timeZone": "Europe/Zurich"}
      """;

  private static ScheduleTimes evaluate(String schedule, RolloutCalendar... calendars) {
    Schedule read =
        ScheduleReader.schedule(PayloadJson.read(schedule, Object.class), "spec.schedule", NOW)
            .value()
            .orElseThrow();
    return ScheduleEvaluator.evaluate(
        read, List.of(calendars), FLEET, Map.of("kiosk", Map.of("kind", "kiosk")), NOW, "2026a");
  }

  private static RolloutCalendar calendar(String name, String windows) {
    return ScheduleReader.calendar(name, PayloadJson.read(windows, Object.class), "spec", NOW)
        .value()
        .orElseThrow();
  }

  private static String text(ScheduleTimes times, String cluster, String at) {
    return times
        .closed(cluster, Instant.parse(at))
        .map(closed -> closed.rule().kind() + " " + closed.rule().name() + text(closed))
        .orElse("open");
  }

  private static String text(Closed closed) {
    return closed.opens().map(change -> " opens " + change.local()).orElse("")
        + closed.closes().map(change -> " closes " + change.local()).orElse("");
  }

  @Test
  void withoutARuleEverythingIsOpenForEver() {
    ScheduleTimes times = evaluate("{\"timeZone\": \"Europe/Zurich\"}");
    assertThat(times.open("any", NOW.plusSeconds(1_000_000_000))).isTrue();
    assertThat(times.nextChange(NOW)).isEmpty();
    assertThat(times.refreshAt()).isAfter(Instant.parse("9998-01-01T00:00:00Z"));
  }

  @Test
  void aWeekendWaitsForTheNightOfMonday() {
    ScheduleTimes times = evaluate("{\"windows\": [%s]}".formatted(NIGHTS));
    assertThat(text(times, "p1", "2026-11-28T18:00:00Z"))
        .isEqualTo("WINDOW nights opens 2026-11-30T22:00+01:00 closes 2026-12-01T04:00+01:00");
    assertThat(times.courses()).hasSize(1);
    assertThat(times.courses().get(0).changes().get(0).at()).isBeforeOrEqualTo(NOW);
  }

  @Test
  void clocksThatAreLateKnowWhatWasSoShortlyBefore() {
    ScheduleTimes times =
        evaluate(
            "{\"windows\": [{\"name\": \"a\", \"cron\": \"30 17 * * *\", \"window\": \"2h\"}]}");
    assertThat(times.courses().get(0).changes().get(0))
        .isEqualTo(new Change(Instant.parse("2026-11-28T17:30:00Z"), true, 0, 0));
    assertThat(times.open("p1", NOW.minusSeconds(5))).isTrue();
  }

  @Test
  void rulesCoverGroupsAndClustersThatTheySelect() {
    ScheduleTimes times =
        evaluate(
            """
            {"freezes": [
              {"name": "p", "groups": ["prod"], "from": "2026-11-28", "to": "2026-11-29"},
              {"name": "u", "groups": ["ungrouped"], "from": "2026-11-28", "to": "2026-11-29"},
              {"name": "k", "groups": ["prod"], "clusterSelector": {"matchLabels": {"kind": "kiosk"}},
               "from": "2026-11-28", "to": "2026-12-01"}]}
            """);
    assertThat(text(times, "s1", "2026-11-28T18:00:00Z")).isEqualTo("open");
    assertThat(text(times, "p1", "2026-11-28T18:00:00Z"))
        .isEqualTo("FREEZE p opens 2026-11-29T00:00Z");
    assertThat(text(times, "u1", "2026-11-28T18:00:00Z"))
        .isEqualTo("FREEZE u opens 2026-11-29T00:00Z");
    assertThat(text(times, "kiosk", "2026-11-28T18:00:00Z"))
        .isEqualTo("FREEZE k opens 2026-12-01T00:00Z");
    // In two groups, the first counts.
    assertThat(text(times, "both", "2026-11-28T18:00:00Z")).isEqualTo("open");
  }

  @Test
  void aFreezeIsNamedBeforeAWindowAndWhatOpensIsBehindBoth() {
    ScheduleTimes times =
        evaluate(
            """
            {"startAt": "2026-11-28T20:00:00Z", "windows": [%s], "freezes": [
              {"name": "short", "from": "2026-11-28", "to": "2026-11-29"},
              {"name": "peak", "from": "2026-11-27", "to": "2026-12-01T12:00:00Z"}]}
            """
                .formatted(NIGHTS));
    assertThat(text(times, "p1", "2026-11-28T18:00:00Z"))
        .isEqualTo("FREEZE peak opens 2026-12-01T22:00+01:00 closes 2026-12-02T04:00+01:00");
    assertThat(text(times, "p1", "2026-12-01T12:00:00Z")).startsWith("WINDOW nights opens");
  }

  @Test
  void beforeItsStartARolloutIsClosed() {
    ScheduleTimes times =
        evaluate("{\"startAt\": \"2026-12-01T22:00:00+01:00\", \"timeZone\": \"Europe/Zurich\"}");
    Closed closed = times.closed("p1", NOW).orElseThrow();
    assertThat(closed.rule().kind()).isEqualTo(Kind.START_AT);
    assertThat(closed.rule().localTo()).hasToString("Optional[2026-12-01T22:00+01:00]");
    assertThat(closed.opens()).map(Change::rule).contains(-1);
    assertThat(times.open("p1", Instant.parse("2026-12-01T21:00:00Z"))).isTrue();
  }

  @Test
  void ofSeveralCalendarsTheOneThatOpensLastIsNamed() {
    ScheduleTimes times =
        evaluate(
            "{\"windows\": [%s]}".formatted(NIGHTS),
            calendar(
                "retail",
                """
                {"windows": [{"name": "late", "cron": "0 23 * * 2", "window": "2h"},
                             {"name": "later", "cron": "0 0 * * 3", "window": "2h"}]}
                """));
    assertThat(text(times, "p1", "2026-11-28T18:00:00Z"))
        .isEqualTo("WINDOW late opens 2026-12-01T23:00Z closes 2026-12-02T02:00Z");
    assertThat(times.closed("p1", NOW).orElseThrow().rule().calendar()).contains("retail");
  }

  @Test
  void aWindowThatOpensAfterTwoWeeksIsNamedWithoutATime() {
    ScheduleTimes times =
        evaluate(
            """
            {"windows": [{"name": "spring", "cron": "0 0 1 4 *", "window": "1h"},
                         {"name": "year", "cron": "@yearly", "window": "1h"}]}
            """);
    assertThat(text(times, "p1", "2026-11-28T18:00:00Z")).isEqualTo("WINDOW year");
    assertThat(text(times, "p1", times.until().toString())).isEqualTo("UNKNOWN ");
  }
}
