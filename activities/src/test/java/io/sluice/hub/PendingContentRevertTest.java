package io.sluice.hub;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.TestHub;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.Ack;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.BatchAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks what is written back after a breach (rollout-strategy 3.6). */
class PendingContentRevertTest {
  private final HubActivitiesScenario scene = new HubActivitiesScenario("c1", "c2");

  @AfterEach
  void stop() {
    scene.close();
  }

  @Test
  void aClusterGetsTheLastSuccessfulVersionBack() {
    scene.firstVersionSucceeds("c1");
    AttemptRef attempt = scene.claimed("u2", 2);
    scene.dispatch(attempt, "c1");
    scene.pass();
    BatchAnswer answer = scene.takeBack(attempt, "c1");
    assertThat(answer.acks()).containsExactly(Ack.written("c1", scene.now(), 2));
    assertThat(scene.carried("c1")).isEqualTo("one enforce");
    assertThat(scene.given("c1").as()).isEqualTo(Dispatch.As.TAKEN_BACK);
    assertThat(scene.given("c1").generation()).isEqualTo(1);
    scene.pass();
    assertThat(scene.writes(() -> assertThat(scene.takeBack(attempt, "c1")).isEqualTo(answer)))
        .isZero();
  }

  @Test
  void withoutALastSuccessfulVersionTheReplicaThatThisDispatchMadeGoes() {
    AttemptRef attempt = scene.claimed("u1", 1);
    scene.dispatch(attempt, "c1", "c2");
    assertThat(scene.given("c1").created()).isTrue();
    assertThat(scene.takeBack(attempt, "c1").acks())
        .containsExactly(Ack.written("c1", scene.now(), 0));
    assertThat(scene.carried("c1")).isEmpty();
    assertThat(scene.carried("c2")).isEqualTo("one enforce");
    assertThat(scene.writes(() -> scene.takeBack(attempt, "c1"))).isZero();
  }

  @Test
  void withoutALastSuccessfulVersionAReplicaThatWasThereBeforeStays() {
    scene.dispatch(scene.claimed("u1", 1), "c1");
    scene.edit("two");
    AttemptRef attempt = scene.claimed("u2", 2);
    scene.dispatch(attempt, "c1");
    assertThat(scene.given("c1").created()).isFalse();
    BatchAnswer answer = scene.takeBack(attempt, "c1");
    assertThat(answer.acks().get(0).refusal())
        .contains(
            "no version was rolled out with success before, and the cluster had the policy before"
                + " this dispatch: it keeps it");
    assertThat(scene.carried("c1")).isEqualTo("two enforce");
  }

  @Test
  void theReplicaStaysWhenTheLastSuccessfulVersionIsLost() {
    scene.firstVersionSucceeds("c1");
    AttemptRef attempt = scene.claimed("u2", 2);
    scene.dispatch(attempt, "c2");
    scene
        .hub
        .client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(TestHub.POLICY.namespace())
        .withName(TestHub.POLICY.rolloutName())
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"status\": {\"lastSuccessfulRevision\": \"tls-00000000\"}}");
    assertThat(scene.takeBack(attempt, "c2").acks().get(0).refusal().orElseThrow())
        .endsWith("the last successful version, is gone, so the cluster keeps what it has");
    assertThat(scene.carried("c2")).isEqualTo("two enforce");
  }

  @Test
  void aRepeatedDispatchKeepsTheMarkThatItCreatedTheReplica() {
    AttemptRef attempt = scene.claimed("u1", 1);
    scene.dispatch(attempt, "c1");
    GenericKubernetesResource replica = scene.hub.replica("c1");
    replica.getMetadata().getAnnotations().put("somebody", "else");
    scene.hub.update(replica);
    scene.dispatch(attempt, "c1");
    assertThat(scene.given("c1").created()).isTrue();
  }

  @Test
  void inModeIAClusterGoesBackToInform() {
    scene.firstVersionSucceeds("c1");
    AttemptRef attempt = scene.claimedInformFirst("u2", 2);
    scene.inform(attempt, "c1");
    scene.dispatch(attempt, "c1");
    scene.pass();
    BatchAnswer answer = scene.takeBack(attempt, "c1");
    assertThat(answer.acks()).containsExactly(Ack.written("c1", scene.now(), 2));
    assertThat(scene.carried("c1")).isEqualTo("two inform");
    assertThat(scene.given("c1").as()).isEqualTo(Dispatch.As.TAKEN_BACK);
    scene.pass();
    assertThat(scene.takeBack(attempt, "c1")).isEqualTo(answer);
  }

  @Test
  void aReplicaThatIsGoneIsNotMadeAnew() {
    scene.firstVersionSucceeds("c1");
    AttemptRef attempt = scene.claimed("u2", 2);
    assertThat(scene.takeBack(attempt, "c2").acks().get(0).refusal()).isEmpty();
    assertThat(scene.carried("c2")).isEmpty();
  }

  @Test
  void anAttemptThatIsOverTakesNothingBack() {
    scene.firstVersionSucceeds("c1");
    AttemptRef over = scene.claimed("u2", 2);
    scene.dispatch(over, "c1");
    AttemptRef next = scene.claimed("u3", 3);
    HubActivitiesScenario.assertClaimLost(() -> scene.takeBack(over, "c1"));
    assertThat(scene.carried("c1")).isEqualTo("two enforce");
    assertThat(next.attempt()).isEqualTo(3);
  }
}
