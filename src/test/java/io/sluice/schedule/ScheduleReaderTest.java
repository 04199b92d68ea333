package io.sluice.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.PayloadJson;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.SettingsReading;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads schedules and calendars, with all their problems. */
class ScheduleReaderTest {
  private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");
  private static final String PATH = "spec.schedule";
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
  private static final String EXAMPLE =
      """
      {"startAt": "2026-12-01T22:00:00+01:00",
       "timeZone": "Europe/Zurich",
       "windows": [
         {"name": "nights", "groups": ["prod"], "cron": "0 22 * * 1-5", "window": "6h"},
         {"name": "kiosks", "clusterSelector": {"matchLabels": {"kind": "kiosk"}},
          "cron": "0 3 * * *", "window": "1h", "timeZone": "America/New_York"}],
       "freezes": [
         {"name": "peak", "from": "2026-11-26", "to": "2026-12-27", "groups": ["prod"],
          "reason": "peak shopping"}],
       "calendars": [{"name": "retail"}],
       "ignore": {"rolloutUID": "u-1", "reason": "hot fix"}}
      """;

  private static SettingsReading<Schedule> read(String json) {
    return ScheduleReader.schedule(PayloadJson.read(json, Object.class), PATH, NOW);
  }

  private static List<String> problems(String json) {
    SettingsReading<Schedule> reading = read(json);
    assertThat(reading.value()).isEmpty();
    assertThat(reading.problems()).extracting(Problem::reason).containsOnly("CalendarInvalid");
    return reading.problems().stream().map(Problem::sentences).toList();
  }

  @Test
  void theExampleIsReadAsItIsMeant() {
    Schedule schedule = read(EXAMPLE).value().orElseThrow();
    assertThat(schedule.startAt()).contains(Instant.parse("2026-12-01T21:00:00Z"));
    assertThat(schedule.calendars()).containsExactly("retail");
    assertThat(schedule.ignore().orElseThrow().reason()).contains("hot fix");
    WindowRule nights = schedule.own().windows().get(0);
    assertThat(nights.zone()).isEqualTo(ZURICH);
    assertThat(nights.window()).isEqualTo(Duration.ofHours(6));
    assertThat(nights.cron()).hasToString("0 22 * * 1-5");
    assertThat(nights.scope().covers("prod", Map.of())).isTrue();
    assertThat(nights.scope().covers("stage", Map.of())).isFalse();
    WindowRule kiosks = schedule.own().windows().get(1);
    assertThat(kiosks.zone()).isEqualTo(ZoneId.of("America/New_York"));
    assertThat(kiosks.scope().covers("any", Map.of("kind", "kiosk"))).isTrue();
    assertThat(kiosks.scope().covers("any", Map.of())).isFalse();
    FreezeRule peak = schedule.own().freezes().get(0);
    assertThat(peak.from()).isEqualTo(Instant.parse("2026-11-25T23:00:00Z"));
    assertThat(peak.to()).isEqualTo(Instant.parse("2026-12-26T23:00:00Z"));
    assertThat(peak.reason()).contains("peak shopping");
  }

  @Test
  void nothingWrittenRestrictsNothing() {
    assertThat(ScheduleReader.schedule(null, PATH, NOW).value()).contains(Schedule.NONE);
    assertThat(read("{}").value()).contains(Schedule.NONE);
    assertThat(Schedule.NONE.timeZone()).isEqualTo(ZoneOffset.UTC);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[] | spec.schedule is [], not an object. Write windows or freezes below it.",
        "{'startAt': '2026-12-01T22:00:00'} | spec.schedule.startAt is '2026-12-01T22:00:00', not a time with its offset. Write one such as '2026-12-01T22:00:00+01:00'.",
        "{'startAt': '2026-12-32T22:00:00Z'} | spec.schedule.startAt is '2026-12-32T22:00:00Z', not a time with its offset. Write one such as '2026-12-01T22:00:00+01:00'.",
        "{'timeZone': 'Europe/Zuerich'} | spec.schedule.timeZone is 'Europe/Zuerich', which is no time zone. Write one such as Europe/Zurich.",
        "{'timeZone': 7} | spec.schedule.timeZone is 7, which is no time zone. Write one such as Europe/Zurich.",
        "{'windows': {}} | spec.schedule.windows is {}, not a list. List entries with a name each.",
        "{'windows': [7]} | spec.schedule.windows[0] is 7, not an object. Write its name and the rest below it.",
        "{'freezes': [{'name': 'peak', 'from': '2026-11-26', 'to': '2026-11-26'}]} | spec.schedule.freezes[0].to of freeze peak is '2026-11-26', not after its from, '2026-11-26'. Write when it ends.",
        "{'freezes': [{'name': 'peak', 'from': '2026-11-26', 'to': '2029-11-27'}]} | spec.schedule.freezes[0].to of freeze peak is '2029-11-27', more than three years after its from. Let it end sooner.",
        "{'freezes': [{'name': 'peak', 'from': '2026-11-26'}]} | spec.schedule.freezes[0].to of freeze peak is missing. Write a date such as '2026-11-26'.",
        "{'freezes': [{'name': 'peak', 'from': '2026-02-30', 'to': '2026-03-01'}]} | spec.schedule.freezes[0].from of freeze peak is '2026-02-30', neither a date nor a time with its offset. Write one such as '2026-11-26' or '2026-11-26T18:00:00Z'.",
        "{'calendars': ['retail']} | spec.schedule.calendars[0] is 'retail', and names no calendar. Write one such as {name: retail}.",
        "{'calendars': [{'name': 'a'}, {'name': 'a'}]} | spec.schedule.calendars[1].name is 'a', which is listed before. Keep one entry.",
        "{'ignore': {'reason': 'hot fix'}} | spec.schedule.ignore is {'reason':'hot fix'}, and names no attempt. Write the rolloutUID that the status shows.",
      })
  void eachProblemSaysWhatToWrite(String json, String sentences) {
    assertThat(problems(json.replace('\'', '"'))).containsExactly(quoted(sentences));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'cron': '0 25 * * *' | .cron of window nights is '0 25 * * *', and '25' is no hour, which is 0 to 23. Write five fields as for a CronJob, such as '0 22 * * 1-5'.",
        "'cron': '0 0 30 2 *' | .cron of window nights is '0 0 30 2 *', which is never in the next five years. Write days that there are.",
        "'cron': 5 | .cron of window nights is 5, and it does not have five fields. Write five fields as for a CronJob, such as '0 22 * * 1-5'.",
        "'cron': null | .cron of window nights is missing. Write when it opens, such as '0 22 * * 1-5'.",
        "'window': '0s' | .window of window nights is '0s', not a duration of more than 0 and at most 168h. Write one such as '6h' or '1h30m'.",
        "'window': '168h1s' | .window of window nights is '168h1s', not a duration of more than 0 and at most 168h. Write one such as '6h' or '1h30m'.",
        "'window': null | .window of window nights is missing. Write how long it is open, such as '6h'.",
        "'groups': [] | .groups of window nights is [], not a list of names. List names of groups, or remove it for all.",
        "'groups': [7] | .groups of window nights is [7], not a list of names. List names of groups, or remove it for all.",
        "'clusterSelector': 'kiosk' | .clusterSelector of window nights is 'kiosk', not a label selector. Write matchLabels or matchExpressions.",
        "'timeZone': 'CET/Zurich' | .timeZone of window nights is 'CET/Zurich', which is no time zone. Write one such as Europe/Zurich.",
        "'name': null |  has no name. Give it one, by which it is shown.",
        "'name': '' | .name is '', not a name. Write 1 to 63 characters in one line.",
      })
  void aProblemOfARuleNamesIt(String setting, String sentences) {
    Map<String, Object> window =
        new TreeMap<>(Map.of("name", "nights", "cron", "0 22 * * *", "window", "6h"));
    window.putAll(asMap("{%s}".formatted(setting.replace('\'', '"'))));
    String expected = "spec.schedule.windows[0]" + (sentences.startsWith(".") ? "" : " ");
    assertThat(problems(PayloadJson.write(Map.of("windows", List.of(window)))))
        .containsExactly(quoted(expected + sentences));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> asMap(String json) {
    return PayloadJson.read(json, Map.class);
  }

  private static String quoted(String sentences) {
    return sentences.replace("rule's", "rule#s").replace('\'', '"').replace("rule#s", "rule's");
  }

  @Test
  void allProblemsAreNamedAtOnce() {
    assertThat(
            problems(
                """
                {"timeZone": "Mars/Olympus", "windows": [
                  {"name": "a", "cron": "x", "window": "1d"}, {"name": "a", "cron": "@daily"}],
                 "freezes": [{"name": "a", "from": "now", "to": "then", "reason": 7}]}
                """))
        .hasSize(8)
        .contains(
            "spec.schedule.windows[1].name of window a is \"a\", as is that of spec.schedule.windows[0]. Write another name.");
  }

  @Test
  void thereIsAMostOfRulesAndCalendars() {
    String window = "{\"name\": \"w-%d\", \"cron\": \"@daily\", \"window\": \"1h\"}";
    assertThat(read("{\"windows\": [%s]}".formatted(many(window, 50))).value()).isPresent();
    assertThat(problems("{\"windows\": [%s]}".formatted(many(window, 51))))
        .containsExactly(
            "spec.schedule.windows has 51 entries, more than 50. Move some to another calendar.");
    assertThat(problems("{\"calendars\": [%s]}".formatted(many("{\"name\": \"c-%d\"}", 21))))
        .containsExactly(
            "spec.schedule.calendars has 21 entries, more than 20. Put more rules into one calendar.");
  }

  private static String many(String entry, int count) {
    return IntStream.range(0, count).mapToObj(entry::formatted).collect(Collectors.joining(","));
  }

  @Test
  void unknownFieldsAreWarnedOf() {
    SettingsReading<Schedule> reading =
        read(
            """
            {"timezone": "UTC", "windows": [
              {"name": "a", "cron": "@daily", "window": "1h", "duration": "2h"}]}
            """);
    assertThat(reading.value()).isPresent();
    assertThat(reading.warnings())
        .containsExactlyInAnyOrder(
            "spec.schedule.timezone is no setting of a schedule. Remove it.",
            "spec.schedule.windows[0].duration is no setting of a schedule. Remove it.");
  }

  @Test
  void aClusterCalendarBindsWhatItSelects() {
    Object tree =
        PayloadJson.read(
            """
            {"freezes": [{"name": "year-end", "from": "2026-12-20T18:00:00+01:00", "to": "2027-01-04"}],
             "namespaceSelector": {"matchLabels": {"tier": "retail"}}}
            """,
            Object.class);
    RolloutCalendar calendar =
        ScheduleReader.clusterCalendar("all", tree, "spec", NOW).value().orElseThrow();
    assertThat(calendar.binds(Map.of("tier", "retail"), Map.of())).isTrue();
    assertThat(calendar.binds(Map.of(), Map.of())).isFalse();
    assertThat(calendar.freezes().get(0).from()).isEqualTo(Instant.parse("2026-12-20T17:00:00Z"));
    SettingsReading<RolloutCalendar> other = ScheduleReader.calendar("all", tree, "spec", NOW);
    assertThat(other.value().orElseThrow().binds(Map.of("tier", "retail"), Map.of())).isFalse();
    assertThat(other.warnings())
        .containsExactly("spec.namespaceSelector is no setting of a schedule. Remove it.");
  }

  @Test
  void aCalendarThatDoesNotExistIsNamedWithThoseThatDo() {
    Schedule schedule = read("{\"calendars\": [{\"name\": \"retial\"}]}").value().orElseThrow();
    assertThat(ScheduleReader.missing(schedule, List.of("retail"), PATH))
        .extracting(Problem::sentences)
        .containsExactly(
            "spec.schedule.calendars[0].name is \"retial\", and the namespace has no RolloutCalendar of that name. Create it, or name one of: retail.");
    assertThat(ScheduleReader.missing(schedule, List.of("retial"), PATH)).isEmpty();
    assertThat(schedule.ignore()).isEqualTo(Optional.empty());
    assertThat(ScheduleReader.missing(schedule, Collections.emptyList(), PATH)).hasSize(1);
  }
}
