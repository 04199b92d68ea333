package io.sluice.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.PayloadJson;
import io.sluice.fleet.ClusterStatus;
import io.sluice.plan.PlannerFixture;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Reads a stored state that is never recorded again: fields may be added to a state, but a state in
 * a recorded history must stay readable.
 */
class StoredStateTest {
  private static AttemptState stored() throws IOException {
    try (InputStream file = StoredStateTest.class.getResourceAsStream("/states/mid-rollout.json")) {
      return PayloadJson.read(
          new String(file.readAllBytes(), StandardCharsets.UTF_8), AttemptState.class);
    }
  }

  @Test
  void everyStoredFieldIsRead() throws IOException {
    AttemptState state = stored();
    assertThat(state.statuses())
        .containsEntry("d1", ClusterStatus.SUCCEEDED)
        .containsEntry("d2", ClusterStatus.TIME_OUT)
        .containsEntry("s1", ClusterStatus.SUCCEEDED)
        .containsEntry("s2", ClusterStatus.PROGRESSING)
        .containsEntry("p1", ClusterStatus.TO_APPLY)
        .containsEntry("p2", ClusterStatus.TO_APPLY);
    assertThat(state.clusters())
        .filteredOn(entry -> entry.is(ClusterFlag.NEGATIVE))
        .extracting(ClusterState::cluster)
        .containsExactly("s2");
    assertThat(state.requests().approvals())
        .singleElement()
        .satisfies(given -> assertThat(given.groupName()).contains("prod"));
    assertThat(state.spec().strategy().progressDeadline()).contains(Duration.ofMinutes(10));
    assertThat(state.begun()).isTrue();
  }

  @Test
  void theAttemptContinuesFromIt() throws IOException {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.manual()).approve("dev", "stage").goOn(stored());
    scene.after(Duration.ofMinutes(12)).step();
    assertThat(scene.progress().phase()).isEqualTo(Phase.PROGRESSING);
    assertThat(scene.stage("s1")).isEqualTo(Stage.SUCCEEDED);
    scene.positive("s2").settle().after(PlannerFixture.FLOOR).settle();
    assertThat(scene.written()).containsExactly("p1", "p2");
  }
}
