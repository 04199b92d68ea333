package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rollout-strategy 3.8 and 5: strategies that go and come, and objects that are deleted. */
@Timeout(120)
class StrategyRemovalTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String PER_GROUP = "{type: ProgressivePerGroup}";
  private static final String MANUAL = "{type: manualPerGroup}";

  private final RolloutFixture stage = RolloutFixture.of("dev=d1", "prod=p1");

  @AfterEach
  void close() {
    stage.close();
  }

  private void ordinarySpokes() {
    stage.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
  }

  private void awaitWords(String dev, String prod) {
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              assertThat(stage.word("d1")).isEqualTo(dev);
              assertThat(stage.word("p1")).isEqualTo(prod);
            });
  }

  @Test
  void whereTheStrategyIsRemovedDuringARolloutEverybodyGetsTheVersionAndTheObjectGoes() {
    ordinarySpokes();
    stage.policy("one", MANUAL).start(RolloutFixture.QUICK);
    stage.awaitPhase(SOON, "WaitingForApproval");

    stage.policy("two", "");

    awaitWords("two", "two");
    await().atMost(SOON).until(() -> stage.rollout().isEmpty());
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(RolloutFixture.part(stage.root(), "status"))
                    .containsEntry("compliant", "Compliant")
                    .doesNotContainKey("rolloutStatus"));
  }

  @Test
  void anObjectWithASpecOutlivesTheStrategyAndCountsOnWhenOneComesBack() {
    ordinarySpokes();
    stage
        .policy("one", MANUAL)
        .start(
            RolloutFixture.QUICK.with(settings -> settings.weakSoakFloor(Duration.ofSeconds(1))));
    stage.approve("dev", "prod");
    stage.awaitPhase(SOON, "Done");
    long writes = stage.contentWrites("d1");

    stage.policy("one", "");
    stage.awaitStatus(SOON, status -> status.keySet().equals(Map.of("attempt", 1).keySet()));
    assertThat(stage.contentWrites("d1")).isEqualTo(writes);

    stage.policy("one", PER_GROUP);
    Map<String, Object> status = stage.awaitPhase(SOON, "Done");
    assertThat(status).containsEntry("outcome", "Succeeded");
    assertThat(((Number) status.get("attempt")).longValue()).isEqualTo(2);
    assertThat(stage.contentWrites("d1")).isEqualTo(writes);
  }

  @Test
  void anObjectThatIsDeletedDuringARolloutIsMadeAnewOnceTheRunHasClosed() {
    ordinarySpokes();
    stage
        .policy("one", MANUAL)
        .start(
            RolloutFixture.QUICK.with(settings -> settings.weakSoakFloor(Duration.ofSeconds(1))));
    stage.approve("dev");
    stage.awaitStatus(
        SOON,
        found ->
            String.valueOf(found.get("waitingFor"))
                .startsWith("Waiting for approval of group prod"));
    Object former = stage.status().get("rolloutUID");

    stage
        .client()
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(stage.namespace())
        .withName("policy-web")
        .delete();

    Map<String, Object> status = stage.awaitPhase(SOON, "WaitingForApproval");
    assertThat(((Number) status.get("attempt")).longValue()).isEqualTo(2);
    assertThat(status.get("rolloutUID")).isNotEqualTo(former);
    assertThat(status).doesNotContainKey("lastSuccessful");
    assertThat(JsonTree.list(status, "history")).isEmpty();
    stage.approve("dev", "prod");
    assertThat(stage.awaitPhase(SOON, "Done")).containsEntry("outcome", "Succeeded");
    assertThat(stage.contentWrites("d1")).isEqualTo(1);
  }
}
