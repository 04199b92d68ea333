package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Shows, beside a simulated propagator, what clusters report until they are enforced
 * (rollout-strategy 6.3).
 */
@Tag("nightly")
@Timeout(300)
class BesideComplianceTest {
  private static void awaitSentence(BesideFixture fixture, String... parts) {
    fixture.rollout.awaitStatus(
        Patience.MOST,
        status -> Stream.of(parts).allMatch(String.valueOf(status.get("waitingFor"))::contains));
  }

  @Test
  void theSentenceThatAsksForAnApprovalSaysWhatItWouldChange() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1,p2")) {
      fixture.rollout.fleet().behave("p1", SpokeBehaviour.ORDINARY.nonCompliantUnderInform());
      fixture.rollout.fleet().behave("p2", SpokeBehaviour.ORDINARY.silent());
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL);
      awaitSentence(
          fixture,
          "group dev (2 clusters: 2 comply already). Set rolloutApproved",
          "group prod (2 clusters: 1 would be changed, 1 has not reported). Set rolloutApproved");
      assertThat(JsonTree.maps(fixture.rollout.status(), "decisionGroups").get(1))
          .containsEntry("inform", Map.of("comply", 0, "wouldChange", 1, "notReported", 1));

      fixture.rollout.approve("dev");
      fixture.rollout.awaitStatus(
          Patience.MOST,
          status ->
              String.valueOf(status.get("waitingFor"))
                  .startsWith(
                      "Waiting for approval of group prod (2 clusters: 1 would be changed, 1 has"
                          + " not reported)."));
      assertThat(JsonTree.maps(fixture.rollout.status(), "decisionGroups").get(0))
          .doesNotContainKey("inform");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void noReportQueuesTheStatusOfARootThatOthersWrite() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.PER_GROUP);
      fixture.rollout.awaitPhase(Patience.MOST, "Done");
      assertThat(fixture.rollout.metrics())
          .contains(
              "sluice_queue_work_seconds_count{queue=\"root-status\"} 0",
              "sluice_queue_work_seconds_count{queue=\"policy-sets\"} 0")
          .doesNotContain("sluice_queue_work_seconds_count{queue=\"policies\"} 0");
    }
  }

  @Test
  void whatClustersReportedBeforeTheWorkerWasStartedIsShownOfTheirFirstContent() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.start().policy("one").rollout.stop();
      fixture.start();
      fixture.rollout.rollout(BesideFixture.MANUAL);
      awaitSentence(
          fixture,
          "group dev (2 clusters: 2 comply already)",
          "group prod (1 cluster: 1 complies already)");
    }
  }

  @Test
  void aRunThatIsStartedAgainIsSentWhatTheClustersShow() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL);
      awaitSentence(fixture, "group prod (1 cluster: 1 complies already)");
      fixture.rollout.run().terminate("by hand");

      // Only the run that follows knows of the approval.
      fixture.rollout.approve("dev");
      fixture.rollout.awaitStatus(
          Patience.MOST,
          status ->
              String.valueOf(status.get("waitingFor"))
                  .startsWith(
                      "Waiting for approval of group prod (1 cluster: 1 complies already)."));
      assertThat(fixture.rollout.status()).containsEntry("attempt", 1);
    }
  }

  @Test
  void aVersionThatTheClusterHasNotReportedOnIsNotShownAsThatOfTheFormerOne() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL);
      awaitSentence(fixture, "group prod (1 cluster: 1 complies already)");
      fixture.rollout.fleet().behave("p1", SpokeBehaviour.ORDINARY.silent());
      fixture.rollout.policy("two", "");
      awaitSentence(
          fixture,
          "group dev (1 cluster: 1 complies already)",
          "group prod (1 cluster: 1 has not reported)");
      assertThat(fixture.rollout.status()).containsEntry("attempt", 2);
    }
  }
}
