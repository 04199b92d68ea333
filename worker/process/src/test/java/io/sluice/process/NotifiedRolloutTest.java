package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.RolloutNotifications.Pending;
import io.sluice.hub.notification.PendingNotices;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rolls out a policy whose Rollout says whom to tell: what happens waits in its status, whoever
 * writes that (between-waves N2).
 */
@Timeout(Patience.TEST)
class NotifiedRolloutTest {
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

  private static List<String> told(RolloutFixture fixture) {
    String attempt = JsonTree.text(fixture.status(), "rolloutUID").orElseThrow();
    return PendingNotices.of(fixture.status()).pending().stream()
        .filter(pending -> pending.rolloutUID().equals(attempt))
        .map(NotifiedRolloutTest::shortly)
        .toList();
  }

  private static String shortly(Pending pending) {
    return "%s %d %s".formatted(pending.event(), pending.number(), pending.to());
  }

  @Test
  void aRunTellsWhatHappensInIt() {
    try (RolloutFixture fixture = fixture()) {
      assertThat(fixture.status()).doesNotContainKey("notifications");
      fixture.rollout(
          "{notifications: [{name: chat, url: 'https://chat.example.com'}, {name: pager, url:"
              + " 'https://pager.example.com', events: [succeeded]}]}");
      fixture.stage("two");
      fixture.awaitPhase(Patience.MOST, "Done");

      Patience.await()
          .untilAsserted(
              () ->
                  assertThat(told(fixture))
                      .containsExactly(
                          "group-opened 1 [chat]",
                          "group-opened 2 [chat]",
                          "succeeded 1 [chat, pager]"));
    }
  }

  @Test
  void aRuleThatIsWrongHoldsNothing() {
    try (RolloutFixture fixture = fixture()) {
      fixture.rollout(
          "{notifications: [{name: chat, url: 'https://chat.example.com', events: [succeeded]},"
              + " {name: pager, url: 'https://pager.example.com', events: [never]}]}");
      Patience.await()
          .until(
              () ->
                  fixture
                      .condition("NotificationsAccepted")
                      .filter(condition -> "NotificationInvalid".equals(condition.get("reason")))
                      .isPresent());
      fixture.stage("two");
      fixture.awaitPhase(Patience.MOST, "Done");

      Patience.await()
          .untilAsserted(() -> assertThat(told(fixture)).containsExactly("succeeded 1 [chat]"));
    }
  }
}
