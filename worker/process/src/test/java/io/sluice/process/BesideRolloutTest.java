package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.settings.ModeSetting;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rolls policies out beside a simulated propagator, on a real clock (policy-propagation 14). */
@Tag("nightly")
@Timeout(300)
class BesideRolloutTest {
  @Test
  void aRolloutEnforcesGroupByGroupAndReleasesAllWhenItIsDone() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.start().policy("one");
      assertThat(fixture.actions()).containsOnly("inform");
      fixture.rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
      assertThat(fixture.listed()).containsExactly("d1", "d2");
      assertThat(fixture.find(Kinds.PLACEMENT_BINDING).orElseThrow().getAdditionalProperties())
          .containsEntry("subFilter", "restricted");
      fixture.rollout.awaitStatus(
          Patience.MOST,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));

      fixture.rollout.approve("dev", "prod");
      fixture.await(() -> fixture.action("p1").equals("enforce"));
      assertThat(fixture.rollout.awaitPhase(Patience.MOST, "Done"))
          .containsEntry("outcome", "Succeeded")
          .containsEntry("rolloutStatus", "Succeeded");
      assertThat(fixture.rollout.status().get("evidence").toString())
          .isEqualTo("{confirmed=3, weak=0}");
      fixture.await(fixture::clean);
      assertThat(fixture.actions()).containsOnly("inform");
      fixture.await(() -> fixture.condition("OverrideReleased").isPresent());
      assertThat(fixture.condition("OverrideReleased").orElseThrow())
          .containsEntry("status", "True")
          .containsEntry("message", "0 of 3 enforced: all inform again.");
      assertThat(fixture.rollout.status())
          .containsEntry("phase", "Done")
          .containsEntry("attempt", 1);
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void anEditInAWaveEmptiesAllPagesAndBeginsAnew() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));

      // Otherwise the next attempt lists them again at once.
      fixture.rollout.approve();
      fixture.rollout.policy("two", "");
      fixture.await(() -> fixture.listed().isEmpty());
      fixture.rollout.awaitStatus(
          BesideFixture.SOON, found -> Integer.valueOf(2).equals(found.get("attempt")));
      fixture.rollout.approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
      fixture.rollout.approve("dev", "prod");
      assertThat(fixture.rollout.awaitPhase(Patience.MOST, "Done"))
          .containsEntry("outcome", "Succeeded");
      fixture.await(fixture::clean);
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aRolloutThatIsDeletedGoesWhenItsOverrideIsGone() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.start(RolloutFixture.QUICK.with(settings -> settings.mode(ModeSetting.BESIDE)));
      fixture.policy("one").rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
      fixture.deleteRollout();
      fixture.await(() -> fixture.rollout.rollout().isEmpty());
      assertThat(fixture.clean()).isTrue();
      assertThat(fixture.actions()).containsOnly("inform");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aWorkerThatIsReplacedInAWaveAndInTheCleanUpGoesOn() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.listed().equals(List.of("d1", "d2")));
      fixture.rollout.stop();
      fixture.start();
      fixture.rollout.awaitStatus(
          Patience.MOST,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));
      fixture.rollout.approve("dev", "prod");
      fixture.rollout.awaitStatus(Patience.MOST, found -> "Succeeded".equals(found.get("outcome")));
      fixture.await(() -> fixture.listed().isEmpty());
      fixture.rollout.stop();
      fixture.start();
      fixture.await(fixture::clean);
      assertThat(fixture.rollout.status())
          .containsEntry("attempt", 1)
          .containsEntry("outcome", "Succeeded");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aClusterThatJoinsAfterTheEndGetsASmallRolloutAndOthersStayReleased() {
    InMemoryTestServers servers = InMemoryTestServers.withNamedUsers();
    try (BesideFixture fixture =
        BesideFixture.on(servers, PropagatorOptions.DEFAULTS, "dev=d1", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.PER_GROUP);
      fixture.rollout.awaitPhase(Patience.MOST, "Done");
      fixture.await(fixture::clean);
      fixture.rollout.join("prod", "p2");
      fixture.rollout.awaitStatus(
          Patience.MOST,
          found ->
              Integer.valueOf(2).equals(found.get("attempt")) && "Done".equals(found.get("phase")));
      fixture.await(fixture::clean);
      assertThat(fixture.rollout.status().get("counts").toString())
          .contains("clusters=3", "succeeded=3");
      assertThat(servers.hub().writes("user"))
          .filteredOn(write -> write.namespace().equals("d1") && write.subresource().isEmpty())
          .filteredOn(write -> write.resource().equals("policies") && write.succeeded())
          .as("status %s, written %s", fixture.rollout.status(), fixture.writes())
          .hasSize(3);
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void whatIsNeverReleasedIsReportedAndAnEditIsListedAndWithdrawn() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1");
        EnforcementLog log =
            new EnforcementLog(fixture.rollout.client(), fixture.rollout.namespace())) {
      fixture
          .start()
          .policy("one")
          .rollout
          .rollout(BesideFixture.PER_GROUP.replaceFirst("\\{", "{overrideRelease: Never, "));
      fixture.rollout.awaitPhase(Patience.MOST, "Done");
      fixture.await(() -> fixture.condition("OverrideReleased").isPresent());
      assertThat(fixture.condition("OverrideReleased").orElseThrow())
          .containsEntry("status", "False")
          .containsEntry("reason", "Never")
          .containsEntry(
              "message",
              "2 of 2 enforced, as spec.overrideRelease is Never: the next edit of the policy is"
                  + " enforced on them at once, before its rollout begins.");
      assertThat(fixture.actions()).containsOnly("enforce");

      fixture.rollout.policy("two", "");
      fixture.rollout.awaitStatus(
          Patience.MOST,
          found ->
              Integer.valueOf(2).equals(found.get("attempt")) && "Done".equals(found.get("phase")));
      Object unstaged =
          JsonTree.maps(fixture.rollout.status(), "history").get(0).get("unstagedChanges");
      assertThat(Objects.requireNonNullElse(unstaged, List.of()))
          .as("the history has all that enforced the edit, and nobody else")
          .isEqualTo(log.early().stream().map(EnforcementLog.Early::cluster).sorted().toList());
      assertThat(fixture.listed()).containsExactly("d1", "p1");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aPolicyThatIsDeletedLeavesNothingBehind() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.action("d1").equals("enforce"));
      fixture.deletePolicy();
      fixture.await(() -> fixture.rollout.rollout().isEmpty());
      assertThat(fixture.clean()).isTrue();
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aRootThatEnforcesIsRefusedAndNothingIsWritten() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1")) {
      fixture.start().policy("one");
      fixture.rollout.edit(
          fixture.rollout.namespace(),
          "web",
          policy -> {
            var spec = new java.util.LinkedHashMap<>(RolloutFixture.part(policy, "spec"));
            spec.put("remediationAction", "enforce");
            policy.setAdditionalProperty("spec", spec);
            return policy;
          });
      fixture.rollout.rollout(BesideFixture.PER_GROUP);
      fixture.await(() -> fixture.condition("Accepted").isPresent());
      assertThat(fixture.condition("Accepted").orElseThrow())
          .containsEntry("status", "False")
          .containsEntry("reason", "EnforcedRoot");
      assertThat(fixture.clean()).isTrue();
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void perClusterAGroupIsReleasedWhileTheNextOneWaits() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.rollout.fleet().behave("d1", SpokeBehaviour.ORDINARY.neverCompliant());
      fixture.rollout.fleet().behave("d2", SpokeBehaviour.ORDINARY.neverCompliant());
      fixture
          .start()
          .policy("one")
          .rollout
          .rollout(BesideFixture.MANUAL.replaceFirst("\\{", "{overrideRelease: PerCluster, "))
          .approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
      fixture.rollout.fleet().behave("d1", SpokeBehaviour.ORDINARY);
      fixture.rollout.fleet().behave("d2", SpokeBehaviour.ORDINARY);
      fixture.await(() -> fixture.listed().isEmpty());
      fixture.await(() -> fixture.actions().equals(List.of("inform", "inform", "inform")));
      fixture.rollout.approve("dev", "prod");
      assertThat(fixture.rollout.awaitPhase(Patience.MOST, "Done"))
          .containsEntry("outcome", "Succeeded")
          .containsEntry("attempt", 1);
      assertThat(fixture.listed()).doesNotContain("d1", "d2");
      fixture.await(fixture::clean);
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aClusterThatLeavesThePlacementIsTakenOffWhenItsReplicaIsGone() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2,d3", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.listed().equals(List.of("d1", "d2", "d3")));
      fixture.rollout.leave("dev", "d1");
      fixture.await(() -> fixture.listed().equals(List.of("d2", "d3")));
      assertThat(fixture.rollout.replica("d1")).isEmpty();
      fixture.rollout.join("dev", "d1");
      fixture.await(() -> fixture.listed().equals(List.of("d1", "d2", "d3")));
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aStartTakesOneWriteOfTheRolloutAndTwoObjects() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL);
      fixture.await(
          () ->
              String.valueOf(fixture.rollout.status().get("waitingFor"))
                  .startsWith("Waiting for approval of group dev"));
      // The status may come before the last of them.
      Patience.await()
          .untilAsserted(
              () ->
                  assertThat(fixture.writes())
                      .filteredOn(write -> !write.resource().equals("events"))
                      .filteredOn(write -> write.succeeded() && write.subresource().isEmpty())
                      .extracting(write -> write.verb() + " " + write.resource())
                      .containsExactly(
                          "update rollouts", "create placements", "create placementbindings"));
    }
  }
}
