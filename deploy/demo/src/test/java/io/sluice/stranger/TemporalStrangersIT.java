package io.sluice.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.read.HubMode;
import io.sluice.policy.JsonTree;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.workflow.payload.PackedPayload;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.converter.RawValue;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Signals a run on a real Temporal server with what no worker sends, although approvals by message
 * are refused: the task of that run fails, and no other (policy-propagation 16b).
 */
@Timeout(Patience.TEST)
class TemporalStrangersIT {
  @ParameterizedTest
  @EnumSource(HubMode.class)
  void aSignalThatUnpacksToTheHeapOfTheChartEndsNoWorker(HubMode mode) throws InterruptedException {
    try (StrangerScene scene = StrangerScene.of(mode);
        RolloutFixture attacked = scene.waiting("x1")) {
      scene.deliver();
      Payload bomb = PackedPayload.ofMebibytes(700);
      String deep = "[".repeat(100_000) + "]".repeat(100_000);
      for (Payload payload :
          List.of(bomb, PackedPayload.of(bomb), PackedPayload.of(PackedPayload.json(deep)))) {
        scene.signalled(attacked).signal("approveGroup", new RawValue(payload));
      }
      scene.deliver();
      Patience.await()
          .until(
              () ->
                  scene.history(attacked).stream()
                      .filter(HistoryEvent::hasWorkflowTaskFailedEventAttributes)
                      .anyMatch(event -> event.toString().contains("more than 8 MiB")));

      // The history replays it.
      scene.restart();
      scene.deliver();
      assertThat(attacked.content("x1")).isEqualTo(mode.beside() ? "one" : "");
      assertThat(JsonTree.maps(attacked.status(), "approvals")).isEmpty();
    }
  }
}
