package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.Dispatch;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Edits replicas so that nothing tells which version they carried (policy-propagation 7). */
@Tag("nightly")
@Timeout(300)
class UnknownContentTest {
  private static final Duration SOON = Patience.MOST;

  private static void soon(ThrowingRunnable seen) {
    Patience.await().pollInterval(Duration.ofMillis(50)).untilAsserted(seen);
  }

  /** Changes the content to that of no version; its dispatch stays only where that is said. */
  private static void edit(RolloutFixture fixture, String cluster, boolean keepsDispatch) {
    fixture.edit(cluster, fixture.replicaName(), replica -> respelled(replica, keepsDispatch));
  }

  private static GenericKubernetesResource respelled(
      GenericKubernetesResource replica, boolean keepsDispatch) {
    Map<String, Object> spec = new TreeMap<>(RolloutFixture.part(replica, "spec"));
    spec.put("remediationAction", "Enforce");
    replica.setAdditionalProperty("spec", spec);
    if (!keepsDispatch) {
      replica.getMetadata().getAnnotations().remove(Dispatch.ANNOTATION);
    }
    return replica;
  }

  @Test
  void betweenAttemptsTheReplicaGetsTheLastSuccessfulVersion() {
    try (RolloutFixture fixture = RolloutFixture.of("dev=d1,d2")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: ProgressivePerGroup}");
      fixture.awaitStatus(
          SOON,
          status ->
              "Succeeded".equals(status.get("outcome"))
                  && Boolean.FALSE.equals(status.get("runOpen")));

      edit(fixture, "d1", false);

      soon(() -> assertThat(fixture.contentAndAction("d1")).isEqualTo("one enforce"));
      assertThat(fixture.replica("d1").orElseThrow().getMetadata().getAnnotations())
          .containsKey(Dispatch.ANNOTATION);
      assertThat(fixture.status())
          .containsEntry("outcome", "Succeeded")
          .containsEntry("attempt", 1);
    }
  }

  private static List<Object> reasons(Map<String, Object> status) {
    return JsonTree.maps(status, "exceptions").stream()
        .map(listed -> (Object) (listed.get("cluster") + " " + listed.get("reason")))
        .toList();
  }

  @Test
  void whileARunIsOpenTheReplicaIsListedAndWrittenOnlyInItsTurn() {
    try (RolloutFixture fixture = RolloutFixture.of("dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: ProgressivePerGroup}");
      fixture.awaitPhase(SOON, "Done");
      fixture.policy("two", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      fixture.approve("dev");
      fixture.awaitStatus(
          SOON,
          found ->
              String.valueOf(found.get("waitingFor"))
                  .startsWith("Waiting for approval of group prod"));

      edit(fixture, "p1", false);
      edit(fixture, "d1", true);
      // One pass looks at both.
      soon(() -> assertThat(fixture.contentAndAction("d1")).isEqualTo("two enforce"));
      assertThat(fixture.contentAndAction("p1")).isEqualTo("one Enforce");

      fixture.awaitStatus(SOON, status -> reasons(status).equals(List.of("p1 UnknownContent")));
      assertThat(fixture.contentAndAction("p1")).isEqualTo("one Enforce");

      fixture.approve("dev", "prod");
      soon(() -> assertThat(fixture.contentAndAction("p1")).isEqualTo("two enforce"));
      fixture.awaitStatus(
          SOON, status -> "Succeeded".equals(status.get("outcome")) && reasons(status).isEmpty());
    }
  }
}
