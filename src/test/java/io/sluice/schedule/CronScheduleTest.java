package io.sluice.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.RandomSeeds;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Finds the times of cron expressions, in all zones. */
class CronScheduleTest {
  private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("2050-01-01T00:00:00Z");
  private static final Duration YEAR = Duration.ofDays(365);
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Weekdays.
        "0 22 * * 1-5 | 2026-11-27T21:00:00Z 2026-11-30T21:00:00Z",
        // The 30th or a Sunday.
        "0 0 30 * SUN | 2026-11-28T23:00:00Z 2026-11-29T23:00:00Z",
        // A step restricts, a star does not.
        "0 0 */29 * 0 | 2026-11-28T23:00:00Z 2026-11-29T23:00:00Z",
        "0 0 */29,* * 1 | 2026-11-29T23:00:00Z",
        "0 0 ? * mon | 2026-11-29T23:00:00Z",
        "30/20 6 29 nov * | 2026-11-29T05:30:00Z 2026-11-29T05:50:00Z",
        "@daily | 2026-11-27T23:00:00Z 2026-11-28T23:00:00Z 2026-11-29T23:00:00Z",
        "@weekly | 2026-11-28T23:00:00Z",
        "@monthly |",
      })
  void anExpressionMeansWhatItMeansToACronJob(String expression, String expected) {
    List<Instant> times =
        CronSchedule.parse(expression)
            .times(
                Instant.parse("2026-11-27T12:00:00Z"),
                Instant.parse("2026-11-30T22:00:00Z"),
                ZURICH);
    assertThat(times.stream().map(String::valueOf).reduce((a, b) -> a + " " + b).orElse(null))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "* * * * | it does not have five fields",
        "0 * * * * * | it does not have five fields",
        "60 * * * * | \"60\" is no minute, which is 0 to 59",
        "0 24 * * * | \"24\" is no hour, which is 0 to 23",
        "0 0 0 * * | \"0\" is no day of the month, which is 1 to 31",
        "0 0 * 13 * | \"13\" is no month, which is 1 to 12",
        "0 0 * * 7 | \"7\" is no day of the week, which is 0 to 6",
        "0 0 * * 5-1 | \"5-1\" ends before it begins",
        "*/0 0 * * * | \"*/0\" has a step of 0",
        "0 0 L * * | \"L\" is no day of the month, which is 1 to 31",
        "0 0 * * 1#2 | \"1#2\" is no day of the week",
        "0, 0 * * * | \"\" is no minute",
        "@reboot | a window knows no word but @daily and its sisters",
        "@every 1h | a window knows no word but @daily and its sisters",
        "TZ=UTC 0 0 * * * | the zone of a window is its timeZone",
        "CRON_TZ=UTC 0 0 * * * | the zone of a window is its timeZone",
      })
  void whatNoCronJobTakesIsRefused(String expression, String why) {
    assertThatThrownBy(() -> CronSchedule.parse(expression))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @Test
  void aLongTextIsRefusedAtOnce() {
    assertThatThrownBy(() -> CronSchedule.parse("0,".repeat(100_000) + "0 0 * * *"))
        .hasMessage("it does not have five fields");
  }

  @Test
  void aTimeThatAZoneSkipsIsTheFirstInstantAfterTheGap() {
    assertThat(times("30 2 29 3 *", "2026-03-28T00:00:00Z", "2026-03-30T00:00:00Z", ZURICH))
        .containsExactly(Instant.parse("2026-03-29T01:00:00Z"));
    // All of 30 December 2011.
    assertThat(
            times(
                "0 9,22 * * *",
                "2011-12-29T20:00:00Z",
                "2011-12-31T10:00:00Z",
                ZoneId.of("Pacific/Apia")))
        .containsExactly(
            Instant.parse("2011-12-30T08:00:00Z"),
            Instant.parse("2011-12-30T10:00:00Z"),
            Instant.parse("2011-12-30T19:00:00Z"),
            Instant.parse("2011-12-31T08:00:00Z"));
  }

  @Test
  void aTimeThatOccursTwiceIsTheFirst() {
    assertThat(times("30 2 * * *", "2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z", ZURICH))
        .containsExactly(Instant.parse("2026-10-25T00:30:00Z"));
  }

  private static List<Instant> times(String cron, String from, String before, ZoneId zone) {
    return CronSchedule.parse(cron).times(Instant.parse(from), Instant.parse(before), zone);
  }

  @Test
  void theNextTimeMayBeYearsAway() {
    CronSchedule leapDay = CronSchedule.parse("0 12 29 2 *");
    Instant now = Instant.parse("2024-02-29T12:00:00Z");
    assertThat(leapDay.next(now, ZoneOffset.UTC)).contains(now);
    assertThat(leapDay.next(now.plusNanos(1), ZoneOffset.UTC))
        .contains(Instant.parse("2028-02-29T12:00:00Z"));
    assertThat(leapDay.hasTime(now.plusSeconds(86_400), Period.ofYears(5))).isTrue();
    assertThat(leapDay.hasTime(Instant.parse("2096-03-01T00:00:00Z"), Period.ofYears(5))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 30 2 *", "0 0 31 4,jun *"})
  void aDayThatNoMonthHasNeverComes(String expression) {
    CronSchedule never = CronSchedule.parse(expression);
    assertThat(never.hasTime(FIRST, Period.ofYears(5))).isFalse();
    assertThat(never.next(FIRST, ZURICH)).isEmpty();
  }

  @Test
  void fiftyYearsOfDaysAreThoseOfAnIndependentModel() {
    RandomSeeds.of(10).forEach(CronScheduleTest::compareDays);
  }

  private static void compareDays(long seed) {
    String expression = NaiveCron.random(new Random(seed));
    NaiveCron naive = new NaiveCron(expression);
    CronDays days = days(expression);
    for (LocalDate day = LocalDate.ofInstant(FIRST, ZoneOffset.UTC);
        day.getYear() < 2050;
        day = day.plusDays(1)) {
      assertThat(days.contains(day))
          .as("%s on %s, -Dsluice.seed=%d", expression, day, seed)
          .isEqualTo(naive.names(day));
    }
  }

  private static CronDays days(String expression) {
    String[] fields = expression.split(" ");
    return CronDays.of(
        CronField.MONTH.read(fields[3]),
        CronField.DAY_OF_MONTH.read(fields[2]),
        CronField.DAY_OF_WEEK.read(fields[4]));
  }

  @Test
  void aroundChangesOfEachZoneTimesAreThoseOfAnIndependentModel() {
    Random random = new Random(RandomSeeds.base("sluice.base"));
    long part = RandomSeeds.part(5);
    zones()
        .forEach(
            (rules, zone) -> {
              List<Instant> changes = changes(rules);
              Collections.shuffle(changes, random);
              String expression = dense(random);
              changes.stream()
                  .limit(part)
                  .forEach(
                      change ->
                          compare(
                              expression,
                              zone,
                              change.minusSeconds(50_000),
                              change.plusSeconds(50_000)));
            });
  }

  @Test
  @Tag("nightly")
  void fiftyYearsInAllZonesAreThoseOfAnIndependentModel() {
    Random random = new Random(RandomSeeds.base("sluice.base"));
    for (ZoneId zone : zones().values()) {
      String expression = sparse(random);
      for (Instant year = FIRST; year.isBefore(LAST); year = year.plus(YEAR)) {
        compare(expression, zone, year, year.plus(YEAR));
      }
    }
  }

  /** An expression of at most two times a day: those of fifty years are few enough to compare. */
  private static String sparse(Random random) {
    String[] fields = NaiveCron.random(random).split(" ");
    int hour = random.nextInt(24);
    String hours = random.nextBoolean() ? "" + hour : hour + "," + random.nextInt(24);
    return String.join(
        " ",
        "" + random.nextInt(60),
        hours,
        fields[2],
        fields[3],
        random.nextBoolean() ? "*" : fields[4]);
  }

  /** An expression that names most days. */
  private static String dense(Random random) {
    String[] fields = NaiveCron.random(random).split(" ");
    return String.join(" ", fields[0], fields[1], "*", "*", random.nextBoolean() ? "*" : "*/2");
  }

  private static void compare(String expression, ZoneId zone, Instant from, Instant before) {
    assertThat(CronSchedule.parse(expression).times(from, before, zone))
        .as("%s in %s from %s", expression, zone, from)
        .containsExactlyElementsOf(new NaiveCron(expression).times(from, before, zone));
  }

  /** One zone of each that have the same rules. */
  private static Map<ZoneRules, ZoneId> zones() {
    Map<ZoneRules, ZoneId> zones = new LinkedHashMap<>();
    ZoneId.getAvailableZoneIds().stream()
        .sorted()
        .map(ZoneId::of)
        .forEach(zone -> zones.putIfAbsent(zone.getRules(), zone));
    assertThat(zones).hasSizeGreaterThan(300);
    return zones;
  }

  private static List<Instant> changes(ZoneRules rules) {
    List<Instant> changes = new ArrayList<>();
    for (ZoneOffsetTransition change = rules.nextTransition(FIRST);
        change != null && change.getInstant().isBefore(LAST);
        change = rules.nextTransition(change.getInstant())) {
      changes.add(change.getInstant());
    }
    return changes;
  }
}
