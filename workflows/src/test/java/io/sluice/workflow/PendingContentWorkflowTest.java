package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Progress.InformCounts;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import io.temporal.client.WorkflowFailedException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs attempts that write to clusters before or after their turn (rollout-strategy 3.1 to 3.7).
 */
@Timeout(300)
class PendingContentWorkflowTest {
  private static final Strategy PER_GROUP =
      Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));

  private static final Strategy MANUAL =
      Strategy.of(StrategyType.MANUAL_PER_GROUP).withProgressDeadline(Duration.ofMinutes(10));

  private static RolloutScenario scene(String name) {
    return scene(name, PER_GROUP);
  }

  private static RolloutScenario scene(String name, Strategy strategy) {
    RolloutScenario scene = new RolloutScenario(name, strategy);
    scene.hub.policy(2);
    scene.hub.group(0, "dev", "d1", "d2");
    scene.hub.group(1, "prod", "p1");
    return scene;
  }

  private static void awaitContent(RolloutScenario scene, String cluster, String content) {
    WorkflowPatience.await()
        .untilAsserted(() -> assertThat(scene.hub.contents()).containsEntry(cluster, content));
  }

  @Test
  void withInformEveryClusterIsInformedBeforeTheFirstGroupStarts() {
    try (RolloutScenario scene = scene("inform-first").in(PendingMode.INFORM)) {
      scene.begin(1);
      scene.awaitReached("d1", "d2");
      assertThat(scene.hub.writes())
          .containsExactly(
              "d1 content-2-inform",
              "d2 content-2-inform",
              "p1 content-2-inform",
              "d1 content-2",
              "d2 content-2");
      assertThat(scene.published().rolloutStatus()).contains("Progressing");
      scene.succeed("d1", "d2");
      scene.succeed("p1");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.hub.writes()).hasSize(6);
    }
  }

  @Test
  void whatClustersShowBeforeTheirTurnIsPublishedAndCrossesContinueAsNew() {
    try (RolloutScenario scene =
        scene("inform-first-approved", MANUAL)
            .in(PendingMode.INFORM)
            .settings(new RolloutSettings(true, 60, Duration.ofSeconds(2)))) {
      scene.begin(1);
      awaitContent(scene, "p1", "content-2-inform");
      scene.signal(
          List.of(
              scene.hub.shows("d1", Verdict.POSITIVE), scene.hub.shows("d2", Verdict.NEGATIVE)));
      scene.pass(Duration.ofSeconds(3));
      assertThat(informs(scene.published()))
          .containsExactly(
              Optional.of(new InformCounts(1, 1, 0)), Optional.of(new InformCounts(0, 0, 1)));
      assertThat(scene.published().waitingFor())
          .startsWith(
              "Waiting for approval of group dev (2 clusters: 1 would be changed, 1 complies"
                  + " already). Set rolloutApproved to true");

      for (int flap = 0; flap < 24; flap++) {
        Verdict verdict = flap % 2 == 0 ? Verdict.POSITIVE : Verdict.NEGATIVE;
        scene.signal(List.of(scene.hub.shows("p1", verdict)));
      }
      assertThat(scene.continuedRuns()).isGreaterThanOrEqualTo(1);
      assertThat(informs(scene.progress()))
          .containsExactly(
              Optional.of(new InformCounts(1, 1, 0)), Optional.of(new InformCounts(0, 1, 0)));

      scene.hub.approveInSpec("dev", "prod");
      scene.rolloutChanged();
      scene.awaitReached("d1", "d2");
      scene.signal(List.of(scene.hub.shows("d1", Verdict.POSITIVE)));
      assertThat(scene.progress().counts().soaking()).isZero();
      assertThat(informs(scene.progress()))
          .containsExactly(Optional.empty(), Optional.of(new InformCounts(0, 1, 0)));
      scene.succeed("d1", "d2");
      scene.succeed("p1");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(informs(scene.published())).containsOnly(Optional.empty());
    }
  }

  private static List<Optional<InformCounts>> informs(Progress progress) {
    return progress.groups().stream().map(Progress.Group::inform).toList();
  }

  @Test
  void aNewcomerGetsTheLastSuccessfulVersionUntilItsTurn() {
    try (RolloutScenario scene = scene("newcomer-before-its-turn")) {
      scene.hub.succeededBefore("content-1", "d1", "d2", "p1");
      scene.begin(1);
      scene.awaitReached("d1", "d2");
      scene.hub.join("p2");
      scene.run().signal(PolicyRolloutWorkflow.FLEET_CHANGED);
      scene.pass(Duration.ofSeconds(1));
      awaitContent(scene, "p2", "content-1");
      assertThat(scene.phase()).isEqualTo(Phase.PROGRESSING);

      scene.succeed("d1", "d2");
      scene.succeed("p1", "p2");
      assertThat(scene.result().outcome()).contains(Outcome.SUCCEEDED);
      assertThat(scene.hub.writes()).filteredOn(write -> write.startsWith("p2")).hasSize(2);
    }
  }

  @Test
  void afterABreachAnUnreachableClusterGetsTheLastSuccessfulVersionBack() {
    try (RolloutScenario scene = scene("taken-back")) {
      scene.hub.succeededBefore("content-1", "d1", "d2", "p1");
      scene.begin(1);
      scene.awaitReached("d1", "d2");
      scene.hub.makeUnreachable("d2");
      scene.signal(List.of(scene.hub.answer("d2", Verdict.SILENT)));
      scene.succeed("d1");
      scene.pass(Duration.ofMinutes(11));

      assertThatThrownBy(scene::result).isInstanceOf(WorkflowFailedException.class);
      assertThat(scene.hub.contents())
          .containsEntry("d1", "content-2")
          .containsEntry("d2", "content-1")
          .containsEntry("p1", "content-1");
      assertThat(scene.published().exceptions())
          .singleElement()
          .satisfies(
              entry -> {
                assertThat(entry.cluster()).isEqualTo("d2");
                assertThat(entry.status()).isEqualTo("TimeOut");
                assertThat(entry.message()).endsWith("Its write was taken back.");
              });
    }
  }

  @Test
  void aReplicaThatIsWrittenAgainNamesTheInstantOfItsFirstDispatch() {
    try (RolloutScenario scene = scene("written-again")) {
      scene.begin(1);
      scene.awaitReached("d1", "d2");
      Instant first = scene.hub.dispatchedAt("d2");
      scene.pass(Duration.ofMinutes(4));
      Instant again = scene.now();
      scene.signal(List.of(scene.hub.vanish("d2")));
      scene.awaitReached("d1", "d2");
      assertThat(scene.hub.writes())
          .containsExactly("d1 content-2", "d2 content-2", "d2 content-2");
      assertThat(scene.hub.dispatchedAt("d2")).isEqualTo(first);
      scene.pass(Duration.ofMinutes(7));
      assertThatThrownBy(scene::result).isInstanceOf(WorkflowFailedException.class);
      assertThat(scene.published().endedAt().orElseThrow())
          .isBefore(again.plus(Duration.ofMinutes(10)));
    }
  }

  @Test
  void theStatusIsWrittenBeforeAWriteIsTakenBack() {
    try (RolloutScenario scene = scene("status-before-take-back")) {
      scene.hub.succeededBefore("content-1", "d1", "d2", "p1");
      scene.begin(1);
      scene.awaitReached("d1", "d2");
      scene.hub.makeUnreachable("d2");
      scene.signal(List.of(scene.hub.answer("d2", Verdict.SILENT)));
      scene.succeed("d1");
      scene.pass(Duration.ofMinutes(9));
      WorkflowPatience.await().until(scene.hub::statusWritten);

      scene.hub.holdStatus();
      scene.pass(Duration.ofMinutes(1));
      WorkflowPatience.await().until(() -> scene.progress().outcome().isPresent());
      assertThat(scene.hub.contents()).containsEntry("d2", "content-2");

      scene.hub.release();
      assertThatThrownBy(scene::result).isInstanceOf(WorkflowFailedException.class);
      assertThat(scene.hub.outcomesAtTakeBack()).containsExactly(Optional.of(Outcome.FAILED));
      assertThat(scene.hub.contents()).containsEntry("d2", "content-1");
    }
  }
}
