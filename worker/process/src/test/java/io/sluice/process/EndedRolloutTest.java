package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rollout-strategy 1.5 and 3.4: what is reported of a rollout that ended. */
@Tag("nightly")
@Timeout(300)
class EndedRolloutTest {
  private static final Duration SOON = Patience.MOST;

  private final RolloutFixture fixture = RolloutFixture.of("dev=d1,d2");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aClusterThatCompliesAfterTheEndRecoveredLateAndTheOutcomeStays() {
    fixture.start(RolloutFixture.QUICK);
    fixture.policy(
        "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 2s}}");
    Map<String, Object> halted =
        fixture.awaitStatus(SOON, status -> Boolean.FALSE.equals(status.get("runOpen")));
    assertThat(halted).containsEntry("outcome", "Failed");

    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));

    Map<String, Object> status =
        fixture.awaitStatus(
            SOON,
            found ->
                JsonTree.maps(found, "exceptions").stream()
                    .allMatch(listed -> "RecoveredLate".equals(listed.get("reason"))));
    assertThat(status).containsEntry("outcome", "Failed");
    assertThat(JsonTree.maps(status, "exceptions"))
        .extracting(listed -> listed.get("status"))
        .containsExactly("TimeOut", "TimeOut");
    assertThat(JsonTree.map(status, "counts").get("timeOut")).isEqualTo(2);
  }

  @Test
  void aClusterThatViolatesAfterTheEndIsListedAsRegressedAndTheOutcomeStays() {
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    fixture.policy("one", "{type: ProgressivePerGroup}");
    fixture.awaitStatus(
        SOON,
        status ->
            "Succeeded".equals(status.get("outcome"))
                && Boolean.FALSE.equals(status.get("runOpen")));

    fixture.fleet().behave("d2", SpokeBehaviour.ORDINARY.neverCompliant());

    Map<String, Object> status =
        fixture.awaitStatus(SOON, found -> !JsonTree.maps(found, "exceptions").isEmpty());
    assertThat(JsonTree.maps(status, "exceptions"))
        .extracting(listed -> listed.get("cluster"), listed -> listed.get("reason"))
        .containsExactly(tuple("d2", "Regressed"));
    assertThat(status).containsEntry("outcome", "Succeeded");
    assertThat(JsonTree.map(status, "counts").get("succeeded")).isEqualTo(2);
  }

  @Test
  void aClusterThatIsBackWithAFormerVersionGetsTheLastSuccessfulOne() {
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    fixture.policy("one", "{type: ProgressivePerGroup}");
    fixture.awaitPhase(SOON, "Done");
    GenericKubernetesResource former = fixture.replica("d2").orElseThrow();
    fixture.policy("two", "{type: ProgressivePerGroup}");
    fixture.awaitStatus(
        SOON,
        status ->
            Integer.valueOf(2).equals(status.get("attempt")) && "Done".equals(status.get("phase")));

    fixture.edit(
        "d2",
        fixture.replicaName(),
        replica -> {
          replica.getMetadata().setAnnotations(former.getMetadata().getAnnotations());
          replica.setAdditionalProperty("spec", former.getAdditionalProperties().get("spec"));
          return replica;
        });

    await().untilAsserted(() -> assertThat(fixture.content("d2")).isEqualTo("two"));
    assertThat(fixture.replica("d2").orElseThrow().getMetadata().getAnnotations())
        .hasEntrySatisfying(
            "sluice.io/dispatch", dispatch -> assertThat(dispatch).contains("newcomer"));
    assertThat(fixture.status()).containsEntry("attempt", 2).containsEntry("outcome", "Succeeded");
  }

  @Test
  void theRevisionKeepsTheNumberOfTheAttemptThatClaimedWithIt() {
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    fixture.policy("one", "{type: ProgressivePerGroup}");
    fixture.awaitPhase(SOON, "Done");
    assertThat(
            fixture
                .client()
                .genericKubernetesResources(Kinds.CONTROLLER_REVISION)
                .inNamespace(fixture.namespace())
                .list()
                .getItems())
        .extracting(revision -> revision.getMetadata().getAnnotations().get("sluice.io/attempt"))
        .containsExactly("1");
  }

  @Test
  void progressiveWithoutALimitWarnsWithTheNumberOfClusters() {
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
    fixture.policy("one", "{type: Progressive, progressive: {maxConcurrency: 0}}");
    await()
        .untilAsserted(
            () ->
                assertThat(warnings())
                    .containsExactly(
                        "spec.rolloutStrategy.progressive.maxConcurrency is 0, which means no"
                            + " limit: 2 clusters start at once. Write 1 or more to limit that."));
  }

  private List<Object> warnings() {
    return fixture
        .client()
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace(fixture.namespace())
        .list()
        .getItems()
        .stream()
        .map(GenericKubernetesResource::getAdditionalProperties)
        .filter(event -> "NoLimit".equals(event.get("reason")))
        .map(event -> event.get("note"))
        .toList();
  }
}
