package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.beside.OverrideReconciler;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.propagator.PropagatorOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Removes overrides while the propagator is slow, stands still, or forgets replicas as it did
 * before upstream's commit 395f519 (policy-propagation 14.4).
 */
@Tag("nightly")
@Timeout(300)
class BesideCleanUpTest {
  private static final PropagatorOptions FORMER =
      PropagatorOptions.DEFAULTS.forgettingVanishedBindings();

  @Test
  void aSlowAndForgetfulPropagatorTurnsEveryReplicaBack() {
    try (BesideFixture fixture =
        BesideFixture.with(FORMER.withReaction(Duration.ofMillis(400)), "dev=d1,d2", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.PER_GROUP);
      fixture.rollout.awaitPhase(Patience.MOST, "Done");
      fixture.await(fixture::clean);
      assertThat(fixture.actions()).containsOnly("inform");
    }
  }

  @Test
  void whileThePropagatorStandsStillTheBindingAndTheFinalizerStay() {
    try (BesideFixture fixture = BesideFixture.with(FORMER, "dev=d1", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "inform")));
      fixture.propagator.pause();
      fixture.deleteRollout();
      fixture.await(() -> fixture.listed().isEmpty());
      Patience.await()
          .during(OverrideReconciler.SETTLED.plusSeconds(2))
          .until(
              () ->
                  fixture.find(Kinds.PLACEMENT_BINDING).isPresent()
                      && fixture.find(Kinds.PLACEMENT).isPresent()
                      && fixture.rollout.rollout().isPresent());
      fixture.propagator.resume();
      fixture.await(() -> fixture.rollout.rollout().isEmpty());
      assertThat(fixture.clean()).isTrue();
      assertThat(fixture.actions()).containsOnly("inform");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aPropagatorThatStoodStillSinceBeforeTheWaveEnforcesNothingAfterTheCleanUp() {
    try (BesideFixture fixture = BesideFixture.with(FORMER, "dev=d1", "prod=p1")) {
      fixture.start().policy("one");
      fixture.propagator.pause();
      fixture.rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.listed().equals(List.of("d1")));
      fixture.deleteRollout();
      fixture.await(() -> fixture.rollout.rollout().isEmpty());
      fixture.propagator.resume();
      fixture.await(fixture.propagator::idle);
      assertThat(fixture.clean()).isTrue();
      assertThat(fixture.actions()).containsOnly("inform");
    }
  }
}
