package io.sluice.hub;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.write.Revisions;
import io.sluice.workflow.AttemptRef;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContentResolverTest {
  private final HubActivitiesScenario scene = new HubActivitiesScenario("c1", "c2", "c3");
  private final AttemptRef attempt = scene.claimed("u1", 1);

  @AfterEach
  void stop() {
    scene.close();
  }

  private long revisionLists(Runnable doing) {
    scene.hub.hub.forgetRequests();
    doing.run();
    return scene.hub.hub.requests().entrySet().stream()
        .filter(request -> request.getKey().contains("controllerrevisions"))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private GenericKubernetesResource policy() {
    return scene.hub.get(Kinds.POLICY, TestHub.POLICY.namespace(), TestHub.POLICY.name());
  }

  @Test
  void whileThePolicyStaysAsItIsItsVersionIsReadOnce() {
    scene.dispatch(attempt, "c1");
    scene.pass();

    assertThat(revisionLists(() -> scene.dispatch(attempt, "c2"))).isZero();
    assertThat(scene.carried("c2")).isEqualTo("one enforce");
  }

  @Test
  void anEditOfTheMetadataIsWrittenByTheNextBatch() {
    scene.dispatch(attempt, "c1");
    scene.pass();
    GenericKubernetesResource policy = policy();
    policy.getMetadata().setLabels(Map.of("team", "web"));
    scene.hub.update(policy);
    new Revisions(scene.hub.client).keep(scene.hub.root());

    scene.dispatch(attempt, "c2");

    assertThat(scene.hub.replica("c2").getMetadata().getLabels()).containsEntry("team", "web");
  }

  @Test
  void afterAnEditOfTheSpecTheAttemptsOwnVersionIsReadAgain() {
    scene.dispatch(attempt, "c1");
    scene.edit("two");
    scene.pass();

    assertThat(revisionLists(() -> scene.dispatch(attempt, "c2"))).isPositive();
    assertThat(scene.carried("c2")).isEqualTo("one enforce");
  }

  @Test
  void aPolicyThatWasDisabledIsWrittenToNoFurtherCluster() {
    scene.dispatch(attempt, "c1");
    scene.pass();
    GenericKubernetesResource policy = policy();
    policy.setAdditionalProperty("spec", disabled(policy));
    scene.hub.update(policy);

    assertThat(scene.writes(() -> scene.dispatch(attempt, "c2"))).isZero();
  }

  private static Map<String, Object> disabled(GenericKubernetesResource policy) {
    Map<String, Object> spec = HubObjects.part(policy, "spec");
    spec.put("disabled", true);
    return spec;
  }

  @Test
  void aClaimThatWasLostEndsTheNextBatch() {
    scene.dispatch(attempt, "c1");
    scene.pass();
    scene.succeed(attempt);
    scene.claimed("u2", 2);

    HubActivitiesScenario.assertClaimLost(() -> scene.dispatch(attempt, "c2"));
  }
}
