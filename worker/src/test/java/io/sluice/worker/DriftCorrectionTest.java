package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Edits replicas and roots by hand while a policy is staged (policy-propagation 7 and 8). */
@Timeout(120)
class DriftCorrectionTest {
  private static final Duration SOON = Duration.ofSeconds(40);
  private static final String BY_HAND =
      "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}";

  private static void soon(ThrowingRunnable seen) {
    Awaitility.await().atMost(SOON).pollInterval(Duration.ofMillis(50)).untilAsserted(seen);
  }

  private static void label(RolloutFixture stage, String value) {
    stage.edit(
        stage.namespace(),
        "web",
        root -> {
          root.getMetadata().setLabels(Map.of("team", value));
          return root;
        });
  }

  private static String team(RolloutFixture stage, String cluster) {
    return stage
        .replica(cluster)
        .map(replica -> replica.getMetadata().getLabels().getOrDefault("team", ""))
        .orElse("");
  }

  private static GenericKubernetesResource informing(GenericKubernetesResource replica) {
    Map<String, Object> spec = new LinkedHashMap<>(RolloutFixture.part(replica, "spec"));
    spec.put("remediationAction", "inform");
    replica.setAdditionalProperty("spec", spec);
    return replica;
  }

  @Test
  void everyClusterIsHeldAtItsOwnVersionAndOnlyThePresentOneGetsNewLabels() {
    try (RolloutFixture stage = RolloutFixture.of("dev=d1", "prod=p1")) {
      stage.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      stage.policy("one", "{type: ProgressivePerGroup}");
      stage.awaitPhase(SOON, "Done");
      stage.policy("two", BY_HAND);
      stage.approve("dev");
      stage.awaitStatus(
          SOON,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));

      label(stage, "blue");
      soon(() -> assertThat(team(stage, "d1")).isEqualTo("blue"));
      assertThat(team(stage, "p1")).isEmpty();
      assertThat(stage.contentWrites("d1")).isEqualTo(3);
      assertThat(stage.contentWrites("p1")).isEqualTo(1);
      assertThat(stage.status()).containsEntry("attempt", 2);

      stage.edit("d1", stage.replicaName(), DriftCorrectionTest::informing);
      stage.edit("p1", stage.replicaName(), DriftCorrectionTest::informing);
      soon(() -> assertThat(stage.held("d1")).isEqualTo("two enforce"));
      soon(() -> assertThat(stage.held("p1")).isEqualTo("one enforce"));
      assertThat(team(stage, "d1")).isEqualTo("blue");

      stage.approve("dev", "prod");
      assertThat(stage.awaitPhase(SOON, "Done")).containsEntry("outcome", "Succeeded");
      soon(() -> assertThat(stage.held("p1")).isEqualTo("two enforce"));
      assertThat(team(stage, "p1")).isEqualTo("blue");
    }
  }
}
