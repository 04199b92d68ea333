package io.sluice.plan.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hold.GroupHold;
import io.sluice.hold.HoldKind;
import io.sluice.plan.PlannerFixture;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.sluice.schedule.ScheduleTimes;
import io.sluice.schedule.ScheduleTimes.Change;
import io.sluice.schedule.ScheduleTimes.Course;
import io.sluice.schedule.ScheduleTimes.Ignored;
import io.sluice.schedule.ScheduleTimes.Kind;
import io.sluice.schedule.ScheduleTimes.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Holds clusters outside their windows, in a freeze, and before the start time (between-waves 2).
 */
class CalendarHoldTest {
  /** Two hours ahead of UTC. */
  private static final int OFFSET = 7200;

  private static final int NIGHTS = 0;
  private static final int PEAK = 1;
  private static final List<Rule> RULES =
      List.of(
          new Rule(
              Kind.WINDOW,
              Optional.empty(),
              "nights",
              "Europe/Zurich",
              Optional.empty(),
              0,
              Optional.empty()),
          new Rule(
              Kind.FREEZE,
              Optional.of("retail"),
              "peak",
              "Europe/Zurich",
              Optional.of(at(Duration.ofDays(30))),
              OFFSET,
              Optional.of("peak shopping")));

  private static Instant at(Duration after) {
    return PlannerFixture.START.plus(after);
  }

  private static Change open(long minutes) {
    return new Change(at(Duration.ofMinutes(minutes)), true, NIGHTS, OFFSET);
  }

  private static Change closed(long minutes, int rule) {
    return new Change(at(Duration.ofMinutes(minutes)), false, rule, OFFSET);
  }

  private static ScheduleTimes times(Course... courses) {
    return new ScheduleTimes(
        PlannerFixture.START,
        at(ScheduleTimes.HORIZON),
        RULES,
        List.of(courses),
        Optional.empty(),
        "2026a");
  }

  /** Opens two hours after the start, for six hours: from 14:00 to 20:00 there. */
  private static ScheduleTimes nights(String... clusters) {
    return times(
        new Course(List.of(clusters), List.of(closed(0, NIGHTS), open(120), closed(480, NIGHTS))));
  }

  private static Strategy all() {
    return Strategy.of(StrategyType.ALL);
  }

  private static GroupHold hold(PlannerFixture fleet, String group) {
    return fleet.progress().groups().stream()
        .filter(known -> known.label().equals(group))
        .flatMap(known -> known.hold().stream())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void nobodyStartsBeforeTheWindowOpens() {
    PlannerFixture fleet =
        PlannerFixture.three(PlannerFixture.perGroup()).scheduled(nights()).step();

    assertThat(fleet.written()).isEmpty();
    Progress progress = fleet.progress();
    assertThat(progress.phase()).isEqualTo(Phase.PROGRESSING);
    assertThat(progress.waitingFor())
        .isEqualTo(
            "Waiting for window nights of group dev: opens 2026-01-01 14:00 Europe/Zurich (2h),"
                + " closes 20:00.");
    assertThat(progress.waitSummary()).isEqualTo("the calendar of dev");
    assertThat(progress.heldByCalendar()).isTrue();
    assertThat(fleet.last().wakeAt()).contains(at(Duration.ofHours(2)));
  }

  @Test
  void theWindowOpensAtItsInstant() {
    PlannerFixture fleet =
        PlannerFixture.three(PlannerFixture.perGroup()).scheduled(nights()).step();

    fleet.minutes(119).step();
    assertThat(fleet.written()).isEmpty();

    fleet.minutes(1).step();
    assertThat(fleet.written()).containsExactly("d1", "d2");
  }

  @Test
  void whatIsInFlightGoesOnAfterTheWindowHasClosed() {
    PlannerFixture fleet =
        PlannerFixture.three(PlannerFixture.perGroup())
            .scheduled(times(new Course(List.of(), List.of(open(0), closed(1, NIGHTS)))))
            .step();
    assertThat(fleet.written()).containsExactly("d1", "d2");

    fleet.minutes(2).positive("d1", "d2").step().minutes(5).positive("d1", "d2").step();

    assertThat(fleet.written()).containsExactly("d1", "d2");
    assertThat(hold(fleet, "stage").kind()).isEqualTo(HoldKind.CALENDAR);
    assertThat(hold(fleet, "prod").kind()).isEqualTo(HoldKind.ORDER);
  }

  @Test
  void thoseOfAGroupStartForWhichItIsOpen() {
    PlannerFixture fleet =
        PlannerFixture.three(PlannerFixture.perGroup())
            .scheduled(
                times(
                    new Course(List.of("d1"), List.of(closed(0, NIGHTS), open(120))),
                    new Course(List.of(), List.of(open(0)))))
            .step();

    assertThat(fleet.written()).containsExactly("d2");
    assertThat(hold(fleet, "dev").message())
        .startsWith("Waiting for window nights of group dev: opens 2026-01-01 14:00");
    fleet.positive("d2").step().minutes(5).positive("d2").step();
    assertThat(fleet.written()).as("the group is not finished").containsExactly("d2");

    fleet.minutes(120).step();
    assertThat(fleet.written()).containsExactly("d2", "d1");
  }

  @Test
  void aClosedClusterTakesNoPlaceOfOneThatMayStart() {
    Strategy one = Strategy.of(StrategyType.PROGRESSIVE).withMaxConcurrency(Amount.count(1));
    PlannerFixture fleet =
        new PlannerFixture(one)
            .group("dev", "d1", "d2")
            .scheduled(
                times(
                    new Course(List.of("d1"), List.of(closed(0, NIGHTS))),
                    new Course(List.of(), List.of(open(0)))))
            .step();

    assertThat(fleet.written()).containsExactly("d2");
  }

  @Test
  void aFreezeIsNamedWithItsReasonAndItsEnd() {
    PlannerFixture fleet =
        PlannerFixture.three(all())
            .scheduled(times(new Course(List.of(), List.of(closed(0, PEAK)))))
            .step();

    assertThat(fleet.written()).isEmpty();
    assertThat(hold(fleet, "dev"))
        .isEqualTo(
            new GroupHold(
                HoldKind.CALENDAR,
                Optional.of("retail/peak"),
                "Waiting for the end of freeze peak (calendar retail) of group dev (peak shopping):"
                    + " ends 2026-01-31 12:00 Europe/Zurich (30d).",
                Optional.empty()));
  }

  @Test
  void whatIsNotKnownIsClosed() {
    PlannerFixture fleet =
        PlannerFixture.three(all())
            .scheduled(
                new ScheduleTimes(
                    PlannerFixture.START,
                    PlannerFixture.START,
                    RULES,
                    List.of(new Course(List.of(), List.of(open(0)))),
                    Optional.empty(),
                    ""))
            .step();

    assertThat(fleet.written()).isEmpty();
    assertThat(hold(fleet, "dev").message())
        .isEqualTo(
            "Waiting for a new look at the calendar of group dev: does not open before 2026-01-01"
                + " 10:00 UTC.");
  }

  @Test
  void anAttemptThatAPersonLetsPassIsNotHeld() {
    ScheduleTimes nights = nights();
    Ignored ignored =
        new Ignored("u1", Optional.of("sluice:ann"), Optional.empty(), Optional.of("a hole"));
    PlannerFixture fleet =
        PlannerFixture.three(PlannerFixture.perGroup())
            .scheduled(
                new ScheduleTimes(
                    nights.from(),
                    nights.until(),
                    RULES,
                    nights.courses(),
                    Optional.of(ignored),
                    ""))
            .step();

    assertThat(fleet.written()).containsExactly("d1", "d2");
    assertThat(fleet.progress().schedule().orElseThrow().ignored()).contains(ignored);
    assertThat(fleet.progress().schedule().orElseThrow().open()).isTrue();
  }

  @Test
  void approvalIsAskedForBeforeTheCalendar() {
    PlannerFixture fleet = PlannerFixture.three(PlannerFixture.manual()).scheduled(nights()).step();

    assertThat(fleet.progress().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(
            fleet.progress().groups().stream()
                .filter(group -> group.label().equals("dev"))
                .flatMap(group -> group.holds().stream())
                .map(GroupHold::kind))
        .containsExactly(HoldKind.APPROVAL, HoldKind.CALENDAR);

    fleet.approve("dev").step();
    assertThat(fleet.progress().phase()).isEqualTo(Phase.PROGRESSING);
    assertThat(hold(fleet, "dev").kind()).isEqualTo(HoldKind.CALENDAR);
    assertThat(fleet.written()).isEmpty();
  }

  @Test
  void withoutACalendarNothingIsSaidOfIt() {
    PlannerFixture fleet = PlannerFixture.three(PlannerFixture.perGroup()).step();

    assertThat(fleet.progress().schedule()).isEmpty();
    assertThat(hold(fleet, "prod").kind()).isEqualTo(HoldKind.ORDER);
  }
}
