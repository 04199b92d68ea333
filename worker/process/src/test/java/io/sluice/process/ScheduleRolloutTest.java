package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rolls out a policy whose Rollout says when clusters may start (between-waves 2). */
@Timeout(Patience.TEST)
class ScheduleRolloutTest {
  private static final String PER_GROUP =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}";

  private static RolloutFixture fixture() {
    RolloutFixture fixture =
        RolloutFixture.of("dev=d1", "prod=p1")
            .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
            .start(RolloutFixture.QUICK)
            .policy("one", PER_GROUP);
    fixture.awaitPhase(Patience.MOST, "Done");
    return fixture;
  }

  private static void schedule(RolloutFixture fixture, String schedule) {
    fixture.rollout("{schedule: %s}".formatted(schedule));
  }

  /** Closed for a day, as of yesterday: whatever the time is while this runs. */
  private static String freeze() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    return "{name: peak, groups: [prod], from: '%s', to: '%s', reason: peak shopping}"
        .formatted(now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(20)));
  }

  private static Map<String, Object> awaitHeld(RolloutFixture fixture) {
    return fixture.awaitStatus(
        Patience.MOST,
        status -> JsonTree.text(status, "waitingFor").orElse("").contains("of group prod"));
  }

  @Test
  void aFreezeHoldsItsGroupUntilItIsTakenAway() {
    try (RolloutFixture fixture = fixture()) {
      schedule(fixture, "{timeZone: Europe/Zurich, freezes: [%s]}".formatted(freeze()));
      fixture.stage("two");

      Map<String, Object> status = awaitHeld(fixture);

      assertThat(JsonTree.text(status, "waitingFor").orElseThrow())
          .startsWith("Waiting for the end of freeze peak of group prod (peak shopping): ends ")
          .contains(" Europe/Zurich (");
      assertThat(status).containsEntry("phase", "Progressing");
      assertThat(JsonTree.map(status, "schedule")).containsEntry("open", false).containsKey("tzdb");
      assertThat(fixture.contents()).containsExactly("two", "one");

      schedule(fixture, "{freezes: []}");
      fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(fixture.contents()).containsExactly("two", "two");
    }
  }

  /** It waits for real time to pass; ScheduleWorkflowTest has it skipped. */
  @Tag("nightly")
  @Test
  void clustersStartByThemselvesOnceTheirTimeHasCome() {
    try (RolloutFixture fixture = fixture()) {
      Instant at = Instant.now().plusSeconds(8).truncatedTo(ChronoUnit.SECONDS);
      schedule(fixture, "{startAt: '%s'}".formatted(at));
      fixture.stage("two");

      Map<String, Object> status =
          fixture.awaitStatus(
              Patience.MOST,
              found ->
                  JsonTree.text(found, "waitingFor")
                      .orElse("")
                      .startsWith("Waiting for the start"));
      assertThat(JsonTree.map(status, "schedule")).containsEntry("nextChange", at.toString());

      fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(fixture.contents()).containsExactly("two", "two");
      assertThat(
              Instant.parse(JsonTree.text(fixture.status(), "endedAt").orElseThrow()).isAfter(at))
          .isTrue();
    }
  }

  @Test
  void aPersonLetsOneRolloutPass() {
    try (RolloutFixture fixture = fixture()) {
      schedule(fixture, "{freezes: [%s]}".formatted(freeze()));
      fixture.stage("two");
      String attempt = JsonTree.text(awaitHeld(fixture), "rolloutUID").orElseThrow();

      schedule(
          fixture,
          "{freezes: [%s], ignore: {rolloutUID: another, reason: no}}".formatted(freeze()));
      schedule(
          fixture,
          "{freezes: [%s], ignore: {rolloutUID: %s, reason: a hole}}".formatted(freeze(), attempt));

      fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(fixture.contents()).containsExactly("two", "two");
    }
  }

  @Test
  void aScheduleThatCannotBeReadStartsNobody() {
    try (RolloutFixture fixture = fixture()) {
      schedule(fixture, "{windows: [{name: nights, cron: '0 25 * * *', window: 1h}]}");
      fixture.stage("two");

      Patience.await()
          .until(
              () ->
                  fixture
                      .condition("Accepted")
                      .filter(condition -> "CalendarInvalid".equals(condition.get("reason")))
                      .isPresent());
      assertThat(String.valueOf(fixture.condition("Accepted").orElseThrow().get("message")))
          .contains("Rollout spec.schedule.windows[0].cron", "nights");
      assertThat(fixture.contents()).containsExactly("one", "one");
    }
  }
}
