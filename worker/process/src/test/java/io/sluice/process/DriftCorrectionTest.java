package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Edits replicas and roots by hand while a policy is staged (policy-propagation 7 and 8). */
@Tag("nightly")
@Timeout(300)
class DriftCorrectionTest {
  private static final Duration SOON = Patience.MOST;
  private static final String BY_HAND =
      "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}";

  private static void soon(ThrowingRunnable seen) {
    Patience.await().pollInterval(Duration.ofMillis(50)).untilAsserted(seen);
  }

  private static void label(RolloutFixture fixture, String value) {
    fixture.edit(
        fixture.namespace(),
        "web",
        root -> {
          root.getMetadata().setLabels(Map.of("team", value));
          return root;
        });
  }

  private static String team(RolloutFixture fixture, String cluster) {
    return fixture
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
    try (RolloutFixture fixture = RolloutFixture.of("dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: ProgressivePerGroup}");
      fixture.awaitPhase(SOON, "Done");
      fixture.policy("two", BY_HAND);
      fixture.approve("dev");
      fixture.awaitStatus(
          SOON,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));

      label(fixture, "blue");
      soon(() -> assertThat(team(fixture, "d1")).isEqualTo("blue"));
      assertThat(team(fixture, "p1")).isEmpty();
      assertThat(fixture.contentWrites("d1")).isEqualTo(3);
      assertThat(fixture.contentWrites("p1")).isEqualTo(1);
      assertThat(fixture.status()).containsEntry("attempt", 2);

      fixture.edit("d1", fixture.replicaName(), DriftCorrectionTest::informing);
      fixture.edit("p1", fixture.replicaName(), DriftCorrectionTest::informing);
      soon(() -> assertThat(fixture.contentAndAction("d1")).isEqualTo("two enforce"));
      soon(() -> assertThat(fixture.contentAndAction("p1")).isEqualTo("one enforce"));
      assertThat(team(fixture, "d1")).isEqualTo("blue");

      fixture.approve("dev", "prod");
      assertThat(fixture.awaitPhase(SOON, "Done")).containsEntry("outcome", "Succeeded");
      soon(() -> assertThat(fixture.contentAndAction("p1")).isEqualTo("two enforce"));
      assertThat(team(fixture, "p1")).isEqualTo("blue");
    }
  }
}
