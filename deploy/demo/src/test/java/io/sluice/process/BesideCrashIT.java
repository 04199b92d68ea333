package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Kills the worker in a wave and in the clean-up, on a real hub (policy-propagation 14.3, 14.4).
 */
@Timeout(Patience.TEST)
class BesideCrashIT {
  @Test
  void aWorkerThatIsKilledInAWaveAndInTheCleanUpIsContinuedByTheNext() throws Exception {
    try (RealBesideFixture fixture = RealBesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.policy("one").rollout.rollout(OverrideFixture.MANUAL);
      fixture.awaitWaitingFor("Waiting for approval of group dev");
      fixture.propagator.pause();
      fixture.approve("dev");
      fixture.await(() -> fixture.listed().equals(List.of("d1", "d2")));
      fixture.environment().replaceWorker();
      fixture.await(() -> fixture.environment().worker().leads());
      fixture.propagator.resume();
      fixture.awaitWaitingFor("Waiting for approval of group prod");
      fixture.checkPagesWereWrittenOnce("d1", "d2");

      fixture.approve("dev", "prod");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "enforce")));
      fixture.propagator.pause();
      fixture.awaitEnd(1, "Succeeded");
      fixture.await(() -> fixture.listed().isEmpty());
      fixture.environment().replaceWorker();
      fixture.await(() -> fixture.environment().worker().leads());
      Patience.stays(
          Duration.ofSeconds(6),
          () -> {
            assertThat(fixture.find(Kinds.PLACEMENT_BINDING)).isPresent();
            assertThat(fixture.find(Kinds.PLACEMENT)).isPresent();
          });
      fixture.propagator.resume();
      fixture.await(fixture::clean);
      fixture.checkPagesWereWrittenOnce("d1", "d2", "p1");
      Patience.await()
          .untilAsserted(
              () ->
                  assertThat(fixture.steps())
                      .endsWith(
                          "delete placementbindings", "delete placements", "update rollouts"));
      assertThat(fixture.rollout.status())
          .containsEntry("attempt", 1)
          .containsEntry("outcome", "Succeeded");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }
}
