package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rolls out a policy that calendars of others bind (between-waves 2). */
@Timeout(Patience.TEST)
class CalendarRolloutTest {
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

  private static void calendar(RolloutFixture fixture, String name, String spec) {
    fixture.apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: RolloutCalendar
        metadata: {name: %s, namespace: NAMESPACE}
        spec: %s
        """
            .formatted(name, spec),
        false);
  }

  private static void ofCluster(RolloutFixture fixture, String spec) {
    fixture.apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: ClusterRolloutCalendar
        metadata: {name: year-end}
        spec: %s
        """
            .formatted(spec),
        false);
  }

  /** Closed for weeks, as of yesterday: whatever the time is while this runs. */
  private static String freeze() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    return "freezes: [{name: peak, groups: [prod], from: '%s', to: '%s'}]"
        .formatted(now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(20)));
  }

  private static Map<String, Object> awaitHeld(RolloutFixture fixture) {
    return fixture.awaitStatus(
        Patience.MOST,
        status -> JsonTree.text(status, "waitingFor").orElse("").contains("of group prod"));
  }

  private static void awaitRefused(RolloutFixture fixture, String text) {
    Patience.await()
        .until(
            () ->
                fixture
                    .condition("Accepted")
                    .filter(condition -> "CalendarInvalid".equals(condition.get("reason")))
                    .filter(condition -> String.valueOf(condition.get("message")).contains(text))
                    .isPresent());
  }

  @Test
  void aCalendarThatIsNamedHoldsAndItsChangeWakesTheRun() {
    try (RolloutFixture fixture = fixture()) {
      calendar(fixture, "retail", "{%s}".formatted(freeze()));
      fixture.rollout("{schedule: {calendars: [{name: retail}]}}");
      fixture.stage("two");

      assertThat(JsonTree.text(awaitHeld(fixture), "waitingFor").orElseThrow())
          .contains("freeze peak");
      assertThat(fixture.contents()).containsExactly("two", "one");

      calendar(fixture, "retail", "{freezes: []}");
      fixture.awaitDone(Patience.MOST, "two");
    }
  }

  @Test
  void aCalendarOfTheClusterHoldsARolloutThatNamesNoneUntilItIsDeleted() {
    try (RolloutFixture fixture = fixture()) {
      ofCluster(fixture, "{%s, policySelector: {matchLabels: {tier: other}}}".formatted(freeze()));
      fixture.stage("two");
      fixture.awaitDone(Patience.MOST, "two");

      ofCluster(fixture, "{%s}".formatted(freeze()));
      fixture.stage("three");
      awaitHeld(fixture);
      assertThat(fixture.contents()).containsExactly("three", "two");

      fixture
          .client()
          .genericKubernetesResources(Kinds.CLUSTER_ROLLOUT_CALENDAR)
          .withName("year-end")
          .delete();
      fixture.awaitDone(Patience.MOST, "three");
    }
  }

  @Test
  void aCalendarThatIsDeletedWhileItIsNamedStopsEverything() {
    try (RolloutFixture fixture = fixture()) {
      calendar(fixture, "retail", "{%s}".formatted(freeze()));
      fixture.rollout("{schedule: {calendars: [{name: retail}]}}");
      fixture.stage("two");
      awaitHeld(fixture);

      fixture
          .client()
          .genericKubernetesResources(Kinds.ROLLOUT_CALENDAR)
          .inNamespace(fixture.namespace())
          .withName("retail")
          .delete();
      awaitRefused(fixture, "has no RolloutCalendar of that name");
      assertThat(fixture.contents()).containsExactly("two", "one");

      calendar(fixture, "retail", "{freezes: []}");
      fixture.awaitDone(Patience.MOST, "two");
    }
  }
}
