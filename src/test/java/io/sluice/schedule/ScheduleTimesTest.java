package io.sluice.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.PayloadJson;
import io.sluice.schedule.ScheduleTimes.Change;
import io.sluice.schedule.ScheduleTimes.Closed;
import io.sluice.schedule.ScheduleTimes.Course;
import io.sluice.schedule.ScheduleTimes.Ignored;
import io.sluice.schedule.ScheduleTimes.Kind;
import io.sluice.schedule.ScheduleTimes.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Asks what an observation says of the times of clusters. */
class ScheduleTimesTest {
  private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
  private static final Instant OPENS = Instant.parse("2026-11-30T21:00:00Z");
  private static final Instant CLOSES = Instant.parse("2026-12-01T03:00:00Z");
  private static final Rule FREEZE =
      new Rule(
          Kind.FREEZE,
          Optional.of("retail"),
          "peak",
          "Europe/Zurich",
          Optional.of(Instant.parse("2026-12-26T23:00:00Z")),
          3600,
          Optional.of("peak shopping"));
  private static final Rule NIGHTS =
      new Rule(
          Kind.WINDOW,
          Optional.empty(),
          "nights",
          "Europe/Zurich",
          Optional.empty(),
          0,
          Optional.empty());
  private static final ScheduleTimes TIMES =
      new ScheduleTimes(
          NOON,
          NOON.plus(ScheduleTimes.HORIZON),
          List.of(FREEZE, NIGHTS),
          List.of(
              new Course(List.of("shop-1"), List.of(new Change(NOON, false, 0, 3600))),
              new Course(
                  List.of(),
                  List.of(
                      new Change(NOON, false, 1, 3600),
                      new Change(OPENS, true, 1, 3600),
                      new Change(CLOSES, false, 1, 3600)))),
          Optional.of(new Ignored("u-1", Optional.of("ann"), Optional.of(NOON), Optional.empty())),
          "2026a");

  @Test
  void aWindowOpensAtItsInstantAndClosesAtItsEnd() {
    assertThat(TIMES.open("a", OPENS.minusNanos(1))).isFalse();
    assertThat(TIMES.open("a", OPENS)).isTrue();
    assertThat(TIMES.open("a", CLOSES.minusNanos(1))).isTrue();
    assertThat(TIMES.open("a", CLOSES)).isFalse();
    assertThat(TIMES.closed("a", OPENS)).isEmpty();
  }

  @Test
  void whatIsClosedSaysByWhatAndWhenItOpensAndClosesAgain() {
    Closed closed = TIMES.closed("a", NOON).orElseThrow();
    assertThat(closed.rule()).isEqualTo(NIGHTS);
    assertThat(closed.opens()).map(Change::local).hasToString("Optional[2026-11-30T22:00+01:00]");
    assertThat(closed.opens()).flatMap(TIMES::ruleOf).contains(NIGHTS);
    assertThat(closed.closes()).map(Change::at).contains(CLOSES);
  }

  @Test
  void whatOpensAfterTheHorizonIsNotSaid() {
    assertThat(TIMES.closed("shop-1", NOON))
        .contains(new Closed(FREEZE, Optional.empty(), Optional.empty()));
    assertThat(FREEZE.localTo()).hasToString("Optional[2026-12-27T00:00+01:00]");
  }

  @Test
  void whatIsNotKnownIsClosed() {
    Instant after = TIMES.until();
    assertThat(ScheduleTimes.UNRESTRICTED.open("a", after)).isTrue();
    assertThat(TIMES.open("a", after)).isFalse();
    assertThat(TIMES.closed("a", after).orElseThrow().rule().kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(TIMES.closed("a", NOON.minusSeconds(1)).orElseThrow().opens())
        .map(Change::at)
        .contains(OPENS);
  }

  @Test
  void theNextChangeIsThatOfAnyCluster() {
    assertThat(TIMES.nextChange(NOON)).contains(OPENS);
    assertThat(TIMES.nextChange(OPENS)).contains(CLOSES);
    assertThat(TIMES.nextChange(CLOSES)).isEmpty();
  }

  @Test
  void itIsEvaluatedAnewADayBeforeItsEndAndNeverAtOnce() {
    assertThat(TIMES.refreshAt()).isEqualTo(NOON.plus(Duration.ofDays(13)));
    assertThat(known(Duration.ofHours(1))).isEqualTo(Duration.ofMinutes(30));
    assertThat(known(Duration.ofSeconds(10))).isEqualTo(Duration.ofMinutes(1));
    assertThat(known(Duration.ofDays(-3))).isEqualTo(Duration.ofMinutes(1));
  }

  private static Duration known(Duration time) {
    ScheduleTimes times =
        new ScheduleTimes(NOON, NOON.plus(time), List.of(), List.of(), Optional.empty(), "");
    return Duration.between(NOON, times.refreshAt());
  }

  @Test
  void onlyTheNamedAttemptIsLetPass() {
    assertThat(TIMES.isIgnored("u-1")).isTrue();
    assertThat(TIMES.isIgnored("u-2")).isFalse();
    assertThat(ScheduleTimes.UNRESTRICTED.isIgnored("")).isFalse();
  }

  @Test
  void itIsReadAsItWasWritten() {
    assertThat(PayloadJson.again(TIMES, ScheduleTimes.class)).isEqualTo(TIMES);
    assertThat(PayloadJson.again(ScheduleTimes.UNRESTRICTED, ScheduleTimes.class))
        .isEqualTo(ScheduleTimes.UNRESTRICTED);
    assertThat(PayloadJson.write(TIMES.courses().get(0)))
        .isEqualTo(
            "{\"clusters\":[\"shop-1\"],\"changes\":[[\"2026-11-30T12:00:00Z\",false,0,3600]]}");
  }

  @Test
  void oddDataCloseAndThrowNothing() {
    ScheduleTimes empty = PayloadJson.read("{}", ScheduleTimes.class);
    assertThat(empty.closed("a", NOON).orElseThrow().rule().kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(empty.nextChange(NOON)).isEmpty();
    ScheduleTimes odd =
        PayloadJson.read(
            """
            {"from": "2026-11-30T12:00:00Z", "until": "2027-01-01T00:00:00Z", "courses": [
              {"clusters": ["a"], "changes": [["2026-12-02T00:00:00Z", true, 7, 900000],
                                              ["2026-11-30T12:00:00Z", false, 9, 0]]},
              {"clusters": ["a", "b"]}, {"clusters": ["a"], "changes": []}]}
            """,
            ScheduleTimes.class);
    Closed closed = odd.closed("a", NOON).orElseThrow();
    assertThat(closed.rule().kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(closed.opens()).map(Change::local).hasToString("Optional[2026-12-02T18:00+18:00]");
    assertThat(odd.open("a", NOON.plus(Duration.ofDays(3)))).isTrue();
    assertThat(odd.open("b", NOON)).isFalse();
    assertThat(odd.open("c", NOON)).isFalse();
  }
}
