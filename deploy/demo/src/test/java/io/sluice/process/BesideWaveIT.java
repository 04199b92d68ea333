package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.propagator.PropagatorOptions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Rolls one policy out beside a simulated propagator on the shared servers. */
@Tag("core")
@Timeout(300)
@ExtendWith(BesideSetup.class)
class BesideWaveIT {
  @Test
  void aRolloutEnforcesGroupByGroupAndReleasesAllWhenItIsDone() {
    try (BesideFixture fixture =
        BesideFixture.on(
            new LocalTestServers(), PropagatorOptions.DEFAULTS, "dev=d1,d2", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(OverrideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));

      fixture.rollout.approve("dev", "prod");
      fixture.await(() -> fixture.action("p1").equals("enforce"));
      assertThat(fixture.rollout.awaitPhase(OverrideFixture.SOON, "Done"))
          .containsEntry("outcome", "Succeeded")
          .containsEntry("attempt", 1);
      fixture.await(fixture::clean);
      assertThat(fixture.actions()).containsOnly("inform");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }
}
