package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Undoes the repair of replicas while a rollout is open (policy-propagation 8.1). */
@Tag("nightly")
@Timeout(300)
class UndoneRepairsRolloutTest {
  private static final Duration SOON = Patience.MOST;

  private static RolloutFixture waiting() {
    RolloutFixture fixture = RolloutFixture.of("dev=d1,d2,d3", "prod=p1");
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    fixture.policy("one", "{type: manualPerGroup}");
    fixture.approve("dev");
    fixture.awaitStatus(
        SOON,
        found ->
            String.valueOf(found.get("waitingFor"))
                .startsWith("Waiting for approval of group prod"));
    return fixture;
  }

  private static void undo(RolloutFixture fixture, String... clusters) {
    for (String cluster : clusters) {
      if (fixture.contentAndAction(cluster).endsWith(" enforce")) {
        fixture.edit(cluster, fixture.replicaName(), UndoneRepairsRolloutTest::informing);
      }
    }
  }

  private static GenericKubernetesResource informing(GenericKubernetesResource replica) {
    Map<String, Object> spec = new LinkedHashMap<>(RolloutFixture.part(replica, "spec"));
    spec.put("remediationAction", "inform");
    replica.setAdditionalProperty("spec", spec);
    return replica;
  }

  private static List<Object> undone(RolloutFixture fixture) {
    return JsonTree.maps(fixture.status(), "exceptions").stream()
        .filter(exception -> "RepairUndone".equals(exception.get("reason")))
        .map(exception -> exception.get("cluster"))
        .toList();
  }

  @Test
  void theStatusOfAnOpenRolloutListsTheClusterAndTheRolloutGoesOn() {
    try (RolloutFixture fixture = waiting()) {
      Patience.await()
          .untilAsserted(
              () -> {
                undo(fixture, "d1");
                assertThat(undone(fixture)).containsExactly("d1");
              });
      assertThat(fixture.status()).containsEntry("runOpen", true);

      fixture.approve("dev", "prod");
      fixture.awaitPhase(SOON, "Done");
      assertThat(fixture.contentAndAction("p1")).isEqualTo("one enforce");
    }
  }

  @Test
  void nothingIsWrittenForAnOpenRolloutWhoseWritesAreAllUndoneUntilANewVersion() {
    try (RolloutFixture fixture = waiting()) {
      Patience.await()
          .untilAsserted(
              () -> {
                undo(fixture, "d1", "d2", "d3");
                assertThat(String.valueOf(fixture.status().get("waitingFor")))
                    .contains("is changed back each time");
              });
      fixture.approve("dev", "prod");
      Patience.await().during(Duration.ofSeconds(2)).until(() -> fixture.replica("p1").isEmpty());

      fixture.policy("two", "{type: ProgressivePerGroup}");
      fixture.awaitStatus(
          SOON,
          found ->
              Integer.valueOf(2).equals(found.get("attempt"))
                  && "Succeeded".equals(found.get("outcome")));
      assertThat(fixture.contentAndAction("d1")).isEqualTo("two enforce");
      assertThat(fixture.contentAndAction("p1")).isEqualTo("two enforce");
    }
  }
}
