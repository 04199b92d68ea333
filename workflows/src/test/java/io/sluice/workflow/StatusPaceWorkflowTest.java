package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Phase;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class StatusPaceWorkflowTest {
  private static final int FLAPS = 10;

  /** Long, as is the soak: the clock of the scene goes on while this machine works. */
  private static final Duration EVERY = Duration.ofMinutes(1);

  private static RolloutScenario scene(String name, Strategy strategy) {
    RolloutScenario scene = new RolloutScenario(name, strategy);
    scene.hub.policy(1);
    scene.hub.group(0, "dev", "d1", "d2");
    scene.hub.group(1, "stage", "s1");
    return scene;
  }

  /** The phases that Temporal's list of runs has shown, in their order. */
  private static List<String> listed(RolloutScenario scene) {
    return scene.history(scene.startedRun().getExecution()).getEvents().stream()
        .filter(event -> event.hasUpsertWorkflowSearchAttributesEventAttributes())
        .map(
            event ->
                event
                    .getUpsertWorkflowSearchAttributesEventAttributes()
                    .getSearchAttributes()
                    .getIndexedFieldsOrThrow("SluicePhase")
                    .getData()
                    .toStringUtf8())
        .toList();
  }

  @Test
  void betweenProgressingAndSoakingStatusAndSearchAttributesChangeNoMoreOftenThanNumbers() {
    try (RolloutScenario scene =
        scene(
                "status-pace",
                Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)
                    .withMinSuccessTime(Duration.ofHours(1)))
            .settings(new RolloutSettings(false, 0, EVERY))) {
      scene.begin(1);
      scene.awaitReached("d1", "d2");
      scene.pass(EVERY);
      int written = scene.hub.published().size();
      int listed = listed(scene).size();
      Instant begin = scene.now();

      scene.report(Verdict.POSITIVE, "d1", "d2");
      scene.awaitPhase(Phase.SOAKING);
      for (int flap = 0; flap < FLAPS; flap++) {
        scene.report(Verdict.NEGATIVE, "d1");
        scene.report(Verdict.POSITIVE, "d1");
      }
      scene.awaitPhase(Phase.SOAKING);
      scene.pass(EVERY);
      List<String> phases = listed(scene);
      int writtenUntilThen = scene.hub.published().size();
      int most = (int) Duration.between(begin, scene.now()).dividedBy(EVERY) + 1;
      assertThat(most).as("fewer than changes of the phase").isLessThan(FLAPS);
      assertThat(writtenUntilThen).isLessThanOrEqualTo(written + most);
      assertThat(phases).hasSizeLessThanOrEqualTo(listed + most).endsWith("\"Soaking\"");
      assertThat(scene.published().phase()).isEqualTo(Phase.SOAKING);
    }
  }

  @Test
  void aWaitForApprovalIsWrittenAtOnce() {
    try (RolloutScenario scene =
        scene("approval-at-once", Strategy.of(StrategyType.MANUAL_PER_GROUP))) {
      scene.begin(1);
      ApprovalSender.approve(scene, "dev");
      scene.report(Verdict.POSITIVE, "d1", "d2");
      scene.pass(Duration.ofSeconds(10));
      scene.awaitPhase(Phase.WAITING_FOR_APPROVAL);
      assertThat(scene.published().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
      assertThat(listed(scene)).endsWith("\"WaitingForApproval\"");
    }
  }
}
