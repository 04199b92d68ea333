package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.rollout.AttemptSpec;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The life of an attempt, which is the same for every target (rollout-strategy 3.2 and 5). */
public abstract class AttemptLifeContract {
  private static final String ADVICE =
      " To end an attempt, use sluice abort or spec.paused instead of terminating its run.";

  private AttemptLife life;

  /** Makes a hub with a target that is rolled out as soon as the controller starts. */
  protected abstract AttemptLife life();

  @BeforeEach
  void make() {
    life = life();
  }

  @AfterEach
  void close() {
    life.close();
  }

  private Map<String, Object> status() {
    return Optional.ofNullable(life.rollout())
        .map(found -> HubObjects.part(found, "status"))
        .orElse(Map.of());
  }

  private AttemptSpec begun() {
    life.start();
    awaitStarts(1);
    return life.runs().lastStarted().orElseThrow().spec();
  }

  private void awaitStarts(int starts) {
    life.soon(() -> assertThat(life.runs().starts()).isEqualTo(starts));
  }

  /** Writes what the run writes when it claims the object. */
  private AttemptSpec claimed() {
    AttemptSpec spec = begun();
    life.soon(() -> assertThat(status()).containsKey("attempt"));
    GenericKubernetesResource rollout = life.rollout();
    Map<String, Object> status = HubObjects.part(rollout, "status");
    status.putAll(
        Map.of(
            "attempt",
            spec.number(),
            "rolloutUID",
            spec.rolloutUid(),
            "runOpen",
            true,
            "currentRolloutGeneration",
            spec.version().generation(),
            "strategyHash",
            spec.strategyHash()));
    rollout.setAdditionalProperty("status", status);
    life.writeStatus(rollout);
    return spec;
  }

  private int signals() {
    return life.runs().signals(life.target()).size();
  }

  @Test
  void aRunThatEndsBeforeItsClaimIsStartedAgainAndReported() {
    AttemptSpec first = begun();
    life.runs().end(life.target());
    awaitStarts(2);
    AttemptSpec second = life.runs().lastStarted().orElseThrow().spec();
    assertThat(second.number()).isEqualTo(first.number()).isEqualTo(1);
    assertThat(second.rolloutUid()).isNotEqualTo(first.rolloutUid());
    life.soon(
        () ->
            assertThat(life.events())
                .contains(
                    "RunLost: The run of attempt 1 ended before it began to write, so another one"
                        + " is started."
                        + ADVICE));
    life.runs().end(life.target());
    awaitStarts(3);
  }

  @Test
  void aRunThatHasClaimedIsToldToLookAndNotStartedAgain() {
    claimed();
    life.soon(
        () ->
            assertThat(life.runs().signals(life.target()))
                .contains(PolicyRolloutWorkflow.POLICY_CHANGED));
    assertThat(life.runs().starts()).isEqualTo(1);
    assertThat(life.events()).noneMatch(event -> event.startsWith("RunLost"));
  }

  @Test
  void aLostRunIsContinuedAndReported() {
    AttemptSpec first = claimed();
    life.soon(() -> assertThat(signals()).isPositive());
    life.runs().end(life.target());
    life.pass(Duration.ofSeconds(20));
    awaitStarts(2);
    AttemptSpec second = life.runs().lastStarted().orElseThrow().spec();
    assertThat(second.number()).isEqualTo(first.number());
    assertThat(second.rolloutUid()).isEqualTo(first.rolloutUid());
    assertThat(second.version()).isEqualTo(first.version());
    life.soon(
        () ->
            assertThat(life.events())
                .contains(
                    "RunLost: Temporal knows no open run of attempt 1, so a new run continues it"
                        + " from the state of the hub."
                        + ADVICE));
  }

  @Test
  void whileTemporalIsAwayTheStatusSaysSo() {
    life.runs().away(true);
    life.start();
    life.soon(
        () ->
            assertThat(status())
                .containsEntry("phase", "Pending")
                .hasEntrySatisfying(
                    "waitingFor", said -> assertThat((String) said).contains("Temporal")));
    life.runs().away(false);
    awaitStarts(1);
  }

  @Test
  void anOpenRunOfAFormerObjectIsToldToLookUntilItCloses() {
    life.runs().begin(life.target());
    life.start();
    life.soon(() -> assertThat(signals()).isGreaterThanOrEqualTo(2));
    assertThat(life.runs().starts()).isEqualTo(1);
    life.runs().end(life.target());
    awaitStarts(2);
  }

  @Test
  void aRunWhoseRolloutWasDeletedIsToldToLookUntilItCloses() {
    claimed();
    life.soon(() -> assertThat(signals()).isPositive());
    int before = signals();
    life.deleteRollout();
    life.soon(() -> assertThat(signals()).isGreaterThanOrEqualTo(before + 3));
  }
}
