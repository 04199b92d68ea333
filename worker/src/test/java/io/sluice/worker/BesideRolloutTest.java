package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import io.sluice.settings.ModeSetting;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rolls policies out beside a simulated propagator, on a real clock (policy-propagation 14). */
@Timeout(120)
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
          BesideFixture.SOON,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));

      fixture.rollout.approve("dev", "prod");
      fixture.await(() -> fixture.action("p1").equals("enforce"));
      assertThat(fixture.rollout.awaitPhase(BesideFixture.SOON, "Done"))
          .containsEntry("outcome", "Succeeded")
          .containsEntry("rolloutStatus", "Succeeded");
      assertThat(fixture.rollout.status().get("evidence").toString())
          .isEqualTo("{confirmed=3, weak=0}");
      fixture.await(fixture::clean);
      assertThat(fixture.actions()).containsOnly("inform");
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

      fixture.rollout.policy("two", "");
      fixture.await(() -> fixture.listed().isEmpty());
      fixture.rollout.awaitStatus(
          BesideFixture.SOON, found -> Integer.valueOf(2).equals(found.get("attempt")));
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
      fixture.rollout.approve("dev", "prod");
      assertThat(fixture.rollout.awaitPhase(BesideFixture.SOON, "Done"))
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
}
