package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rollout-strategy 3.8 and 5: strategies that go and come, and objects that are deleted. */
@Tag("nightly")
@Timeout(300)
class StrategyRemovalTest {
  private static final Duration SOON = Patience.MOST;
  private static final String PER_GROUP = "{type: ProgressivePerGroup}";
  private static final String MANUAL = "{type: manualPerGroup}";

  private final RolloutFixture fixture = RolloutFixture.of("dev=d1", "prod=p1");

  @AfterEach
  void close() {
    fixture.close();
  }

  private void ordinarySpokes() {
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
  }

  private void awaitWords(String dev, String prod) {
    await()
        .untilAsserted(
            () -> {
              assertThat(fixture.content("d1")).isEqualTo(dev);
              assertThat(fixture.content("p1")).isEqualTo(prod);
            });
  }

  @Test
  void whereTheStrategyIsRemovedDuringARolloutEverybodyGetsTheVersionAndTheObjectGoes() {
    ordinarySpokes();
    fixture.policy("one", MANUAL).start(RolloutFixture.QUICK);
    fixture.awaitPhase(SOON, "WaitingForApproval");

    fixture.policy("two", "");

    awaitWords("two", "two");
    await().until(() -> fixture.rollout().isEmpty());
    await()
        .untilAsserted(
            () ->
                assertThat(RolloutFixture.part(fixture.root(), "status"))
                    .containsEntry("compliant", "Compliant")
                    .doesNotContainKey("rolloutStatus"));
  }

  @Test
  void anObjectWithASpecOutlivesTheStrategyAndCountsOnWhenOneComesBack() {
    ordinarySpokes();
    fixture
        .policy("one", MANUAL)
        .start(
            RolloutFixture.QUICK.with(settings -> settings.weakSoakFloor(Duration.ofSeconds(1))));
    fixture.approve("dev", "prod");
    fixture.awaitPhase(SOON, "Done");
    long writes = fixture.contentWrites("d1");

    fixture.policy("one", "");
    fixture.awaitStatus(SOON, status -> status.keySet().equals(Map.of("attempt", 1).keySet()));
    assertThat(fixture.contentWrites("d1")).isEqualTo(writes);

    fixture.policy("one", PER_GROUP);
    Map<String, Object> status = fixture.awaitPhase(SOON, "Done");
    assertThat(status).containsEntry("outcome", "Succeeded");
    assertThat(((Number) status.get("attempt")).longValue()).isEqualTo(2);
    assertThat(fixture.contentWrites("d1")).isEqualTo(writes);
  }

  @Test
  void anObjectThatIsDeletedDuringARolloutIsMadeAnewOnceTheRunHasClosed() {
    ordinarySpokes();
    fixture
        .policy("one", MANUAL)
        .start(
            RolloutFixture.QUICK.with(settings -> settings.weakSoakFloor(Duration.ofSeconds(1))));
    fixture.approve("dev");
    fixture.awaitStatus(
        SOON,
        found ->
            String.valueOf(found.get("waitingFor"))
                .startsWith("Waiting for approval of group prod"));
    Object former = fixture.status().get("rolloutUID");

    fixture
        .client()
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(fixture.namespace())
        .withName("policy-web")
        .delete();

    Map<String, Object> status = fixture.awaitPhase(SOON, "WaitingForApproval");
    assertThat(((Number) status.get("attempt")).longValue()).isEqualTo(2);
    assertThat(status.get("rolloutUID")).isNotEqualTo(former);
    assertThat(status).doesNotContainKey("lastSuccessful");
    assertThat(JsonTree.list(status, "history")).isEmpty();
    fixture.approve("dev", "prod");
    assertThat(fixture.awaitPhase(SOON, "Done")).containsEntry("outcome", "Succeeded");
    assertThat(fixture.contentWrites("d1")).isEqualTo(1);
  }
}
