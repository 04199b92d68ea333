package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Changes who is a member while groups wait and run beside a simulated propagator (RS 3.7). */
@Tag("nightly")
@Timeout(Patience.TEST)
class BesideMemberChangeTest {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofMinutes(2);

  private static Settings leaving(Duration grace) {
    return RolloutFixture.QUICK.with(settings -> settings.removalGrace(grace));
  }

  private static void waitsForProd(BesideFixture fixture) {
    fixture.rollout.awaitStatus(
        Patience.MOST,
        status ->
            "WaitingForApproval".equals(status.get("phase"))
                && String.valueOf(status.get("waitingFor")).contains("group prod"));
  }

  private static void leavesForNow(BesideFixture fixture, String cluster) {
    fixture.await(() -> fixture.exceptions().contains(cluster + " RemovalPending"));
  }

  private static void stands(BesideFixture fixture) {
    assertThat(fixture.rollout.status()).doesNotContainKey("outcome");
    assertThat(fixture.find(Kinds.PLACEMENT_BINDING)).isPresent();
    assertThat(fixture.listed()).containsExactly("d1");
  }

  @Test
  void aStartedClusterThatIsCutOffAndDeselectedCounts() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.rollout.fleet().behave("d2", SpokeBehaviour.ORDINARY.neverCompliant());
      fixture
          .start(leaving(GRACE))
          .policy("one")
          .rollout
          .rollout(
              "{rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup:"
                  + " {progressDeadline: 20s}}}");
      fixture.await(() -> fixture.action("d2").equals("enforce"));
      // OCM taints it, and the placement does not tolerate that.
      fixture.rollout.cutOff("d2").leave("dev", "d2");

      Map<String, Object> status = fixture.rollout.awaitPhase(Patience.MOST, "Halted");
      assertThat(status).containsEntry("outcome", "Failed").containsEntry("attempt", 1);
      assertThat(fixture.exceptions())
          .anyMatch(issue -> issue.equals("d2 TimeOut") || issue.equals("d2 Failed"));
      assertThat(fixture.action("p1")).isEqualTo("inform");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aSiteThatIsAwayWhileItsApprovalIsRefusedEndsAndReleasesNothing() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture.start(leaving(LONG)).policy("one").rollout.rollout(BesideFixture.MANUAL);
      fixture.rollout.approve("dev");
      waitsForProd(fixture);

      fixture.rollout.cutOff("p1").leave("prod", "p1");
      leavesForNow(fixture, "p1");
      Patience.stays(GRACE, () -> stands(fixture));

      fixture.rollout.reconnect("p1").join("prod", "p1");
      waitsForProd(fixture);
      Patience.stays(
          GRACE,
          () -> {
            stands(fixture);
            assertThat(fixture.action("p1")).isNotEqualTo("enforce");
          });

      fixture.rollout.approve("dev", "prod");
      assertThat(fixture.rollout.awaitPhase(Patience.MOST, "Done"))
          .containsEntry("outcome", "Succeeded")
          .containsEntry("attempt", 1);
      fixture.await(fixture::clean);
    }
  }

  @Test
  void aSiteThatStaysAwayLeavesAfterTheGraceAndWaitsForItsApprovalOnItsReturn() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture.start(leaving(GRACE)).policy("one").rollout.rollout(BesideFixture.MANUAL);
      fixture.rollout.approve("dev");
      waitsForProd(fixture);

      Instant left = Instant.now();
      fixture.rollout.cutOff("p1").leave("prod", "p1");
      Map<String, Object> status = fixture.rollout.awaitPhase(Patience.MOST, "Done");
      assertThat(status).containsEntry("outcome", "Succeeded");
      // The status has whole seconds.
      assertThat(Instant.parse(status.get("endedAt").toString()))
          .isAfterOrEqualTo(left.plus(GRACE).minusSeconds(1));

      fixture.rollout.reconnect("p1").join("prod", "p1");
      waitsForProd(fixture);
      Patience.stays(GRACE, () -> assertThat(fixture.action("p1")).isNotEqualTo("enforce"));
      fixture.rollout.approve("dev", "prod");
      fixture.await(() -> fixture.action("p1").equals("enforce"));
    }
  }

  @Test
  void aPlacementThatIsWrongForAMomentEndsNothing() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1,p2")) {
      fixture.start(leaving(LONG)).policy("one").rollout.rollout(BesideFixture.MANUAL);
      fixture.rollout.approve("dev");
      waitsForProd(fixture);

      fixture.rollout.leave("prod", "p1").leave("prod", "p2");
      leavesForNow(fixture, "p1");
      leavesForNow(fixture, "p2");
      Patience.stays(GRACE, () -> stands(fixture));
      fixture.rollout.join("prod", "p1").join("prod", "p2");
      waitsForProd(fixture);
      Patience.stays(GRACE, () -> stands(fixture));

      fixture.rollout.approve("dev", "prod");
      assertThat(fixture.rollout.awaitPhase(Patience.MOST, "Done"))
          .containsEntry("outcome", "Succeeded")
          .containsEntry("attempt", 1);
      assertThat(List.of(fixture.action("p1"), fixture.action("p2"))).doesNotContain("");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }
}
