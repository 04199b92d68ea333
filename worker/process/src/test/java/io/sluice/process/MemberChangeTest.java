package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes who is a member while groups wait, run and soak (rollout-strategy 3.7). */
@Tag("nightly")
@Timeout(Patience.TEST)
class MemberChangeTest {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Settings SHORT =
      RolloutFixture.QUICK.with(
          settings -> settings.removalGrace(GRACE).weakSoakFloor(Duration.ofSeconds(2)));
  private static final String MANUAL = "{type: manualPerGroup}";

  RolloutFixture fixture(String... groups) {
    return RolloutFixture.of(groups);
  }

  private static void succeeded(RolloutFixture fixture, long attempt) {
    fixture.awaitStatus(
        Patience.MOST,
        status ->
            "Succeeded".equals(status.get("outcome"))
                && Boolean.FALSE.equals(status.get("runOpen"))
                && String.valueOf(attempt).equals(String.valueOf(status.get("attempt"))));
  }

  private static void waitsAt(RolloutFixture fixture, String group) {
    fixture.awaitStatus(
        Patience.MOST,
        status ->
            "WaitingForApproval".equals(status.get("phase"))
                && String.valueOf(status.get("waitingFor")).contains("group " + group));
  }

  @Test
  void aPlacementThatIsWrongForAMomentEndsNothing() {
    try (RolloutFixture fixture = fixture("dev=d1", "prod=p1,p2")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(SHORT);
      fixture.policy("one", MANUAL).approve("dev");
      waitsAt(fixture, "prod");

      fixture.leave("prod", "p1").leave("prod", "p2");
      fixture.awaitStatus(
          Patience.MOST,
          status -> String.valueOf(status.get("exceptions")).contains("RemovalPending"));
      fixture.join("prod", "p1").join("prod", "p2");
      Patience.stays(
          GRACE.multipliedBy(2),
          () -> {
            assertThat(fixture.status()).doesNotContainKey("outcome");
            assertThat(fixture.content("p1") + fixture.content("p2")).isEmpty();
          });

      fixture.approve("dev", "prod");
      succeeded(fixture, 1);
      assertThat(List.of(fixture.content("p1"), fixture.content("p2")))
          .containsExactly("one", "one");
    }
  }

  @Test
  void aVersionThatCutsItsCanariesOffHalts() {
    try (RolloutFixture fixture = fixture("dev=d1,d2", "prod=p1")) {
      fixture.spokes(
          SpokeBehaviours.all(SpokeBehaviour.ORDINARY)
              .butFor("d2", SpokeBehaviour.ORDINARY.neverCompliant()));
      fixture.policy(
          "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 20s}}");
      fixture.start(SHORT);
      Patience.await().until(() -> fixture.content("d2").equals("one"));
      // OCM taints it, and the placement does not tolerate that.
      fixture.cutOff("d2").leave("dev", "d2");

      Map<String, Object> status = fixture.awaitPhase(Patience.MOST, "Halted");
      assertThat(status).containsEntry("outcome", "Failed");
      assertThat(status.get("exceptions").toString()).contains("d2");
      assertThat(fixture.content("p1")).isEmpty();
      assertThat(fixture.replica("d2")).isPresent();
    }
  }

  @Test
  void aSiteThatWasCutOffWhileItsApprovalWasRefusedWaitsForItOnItsReturn() {
    try (RolloutFixture fixture = fixture("dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(SHORT);
      fixture.policy("one", MANUAL).approve("dev", "prod");
      succeeded(fixture, 1);
      fixture.approve("dev");
      fixture.policy("two", MANUAL);
      waitsAt(fixture, "prod");

      fixture.cutOff("p1").leave("prod", "p1");
      succeeded(fixture, 2);
      assertThat(fixture.content("p1")).isEqualTo("one");

      fixture.reconnect("p1").join("prod", "p1");
      waitsAt(fixture, "prod");
      Patience.stays(GRACE, () -> assertThat(fixture.content("p1")).isEqualTo("one"));

      fixture.approve("dev", "prod");
      Patience.await().until(() -> fixture.content("p1").equals("two"));
      fixture.awaitPhase(Patience.MOST, "Done");
    }
  }

  @Test
  void aPolicyThatAFinalizerKeepsBringsItsVersionToNobodyElse() {
    try (RolloutFixture fixture = fixture("dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(SHORT);
      fixture.policy("one", MANUAL).approve("dev");
      waitsAt(fixture, "prod");
      fixture.edit(
          fixture.namespace(),
          "web",
          policy -> {
            policy.getMetadata().setFinalizers(List.of("global-hub.example.io/cleanup"));
            return policy;
          });
      fixture
          .client()
          .genericKubernetesResources(Kinds.POLICY)
          .inNamespace(fixture.namespace())
          .withName("web")
          .delete();
      fixture.approve("dev", "prod");

      fixture.awaitStatus(
          Patience.MOST,
          status ->
              "Aborted".equals(status.get("outcome"))
                  && Boolean.FALSE.equals(status.get("runOpen")));
      Patience.stays(
          GRACE,
          () -> {
            assertThat(fixture.content("p1")).isEmpty();
            assertThat(fixture.content("d1")).isEqualTo("one");
          });
      assertThat(fixture.status()).containsEntry("attempt", 1);
      fixture.edit(
          fixture.namespace(),
          "web",
          policy -> {
            policy.getMetadata().setFinalizers(List.of());
            return policy;
          });
      Patience.await().until(() -> fixture.replica("d1").isEmpty());
    }
  }

  @Test
  void aRevertSucceedsOnClustersThatNeverLeftTheVersion() {
    try (RolloutFixture fixture = fixture("dev=d1", "prod=p1,p2")) {
      String strategy = "{type: manualPerGroup, manualPerGroup: {progressDeadline: 20s}}";
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(SHORT);
      fixture.policy("one", strategy).approve("dev", "prod");
      succeeded(fixture, 1);
      fixture.approve("dev");
      fixture.policy("two", strategy);
      waitsAt(fixture, "prod");

      fixture.policy("one", strategy).approve("dev", "prod");
      succeeded(fixture, 3);
      assertThat(List.of(fixture.content("d1"), fixture.content("p1"), fixture.content("p2")))
          .containsExactly("one", "one", "one");
    }
  }

  @Test
  void aRevertSucceedsOnAClusterThatWasOfflineForTheOtherVersion() {
    try (RolloutFixture fixture = fixture("dev=d1,d2", "prod=p1")) {
      String strategy = "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 20s}}";
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(SHORT);
      fixture.policy("one", strategy);
      succeeded(fixture, 1);

      fixture.cutOff("d1").policy("two", strategy);
      Patience.await().until(() -> fixture.content("d1").equals("two"));
      assertThat(fixture.awaitPhase(Patience.MOST, "Halted")).containsEntry("outcome", "Failed");
      // What it has not seen is taken back.
      Patience.await().until(() -> fixture.content("d1").equals("one"));
      assertThat(List.of(fixture.content("d2"), fixture.content("p1")))
          .containsExactly("two", "one");
      assertThat(fixture.exceptions()).contains("d1 TimeOut");

      long writes = fixture.contentWrites("d1");
      fixture.reconnect("d1").policy("one", strategy);
      succeeded(fixture, 3);
      assertThat(List.of(fixture.content("d1"), fixture.content("d2"), fixture.content("p1")))
          .containsExactly("one", "one", "one");
      assertThat(fixture.contentWrites("d1")).isEqualTo(writes);
    }
  }
}
