package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rolls out on the real servers what {@link RolloutTest} rolls out on the embedded ones. */
@Timeout(Patience.TEST)
class RolloutIT extends RolloutTest {

  @Override
  RolloutFixture fixture(String... groups) {
    return RolloutFixture.on(new LocalTestServers(), groups);
  }

  @Test
  @Tag("core")
  @Override
  void aNewPolicyGoesGroupByGroupWithOneContentWriteACluster() {
    super.aNewPolicyGoesGroupByGroupWithOneContentWriteACluster();
  }

  /** Here the hub itself refuses them. */
  @Test
  @Override
  void refusedSettingsStartNoClusterAndAreNamed() {
    try (RolloutFixture fixture = fixture("dev=d1")) {
      assertThatThrownBy(() -> fixture.policy("one", "{type: Canary}"))
          .hasMessageContaining("type is \"Canary\", which is no strategy");
    }
  }

  @Test
  void aClusterThatDoesNotComplyInTimeFailsTheRollout() {
    try (RolloutFixture fixture = fixture("dev=d1,d2", "prod=p1")) {
      fixture
          .spokes(
              SpokeBehaviours.all(SpokeBehaviour.ORDINARY)
                  .butFor("d2", SpokeBehaviour.ORDINARY.neverCompliant()))
          .start(RolloutFixture.QUICK);
      fixture.policy(
          "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5s}}");

      fixture.awaitPhase(Patience.MOST, "Halted");
      Map<String, Object> status =
          fixture.awaitStatus(Patience.MOST, found -> Boolean.FALSE.equals(found.get("runOpen")));

      assertThat(status).containsEntry("outcome", "Failed");
      assertThat(List.of(fixture.content("d1"), fixture.content("d2"), fixture.content("p1")))
          .containsExactly("one", "one", "");
      assertThat(status.get("exceptions").toString()).contains("d2");
    }
  }
}
