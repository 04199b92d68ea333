package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Deletes policies and Rollouts that a finalizer of somebody else keeps: nothing of them begins any
 * more, and nothing goes until they do (rollout-strategy 3.7).
 */
class TerminatingPolicyTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String FINALIZERS = "finalizers: [global-hub.example.io/resource-cleanup]";

  private final ControllerFixture fixture = new ControllerFixture("c1", "c2");
  private final FakeRuns runs = new FakeRuns();

  @AfterEach
  void close() {
    fixture.close();
  }

  private void policy(String spec) {
    written(spec);
    fixture.start(runs);
  }

  private void written(String spec) {
    fixture.apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {namespace: policies, name: web, %s}
        spec: {disabled: false, remediationAction: enforce, %s policy-templates: [%s]}
        """
            .formatted(FINALIZERS, spec, RestoredRolloutTest.TEMPLATE.formatted("low")));
  }

  private void joined(String cluster, String... all) {
    fixture.cluster(cluster);
    fixture.select(all);
  }

  private GenericKubernetesResource rollout() {
    return fixture
        .client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace("policies")
        .withName("policy-web")
        .get();
  }

  private void status(Map<String, Object> status) {
    fixture.soon(() -> assertThat(HubObjects.part(rollout(), "status")).containsKey("attempt"));
    GenericKubernetesResource rollout = rollout();
    rollout.setAdditionalProperty("status", status);
    fixture.at(Kinds.ROLLOUT, rollout).updateStatus();
  }

  /** Writes what the run that was started last writes. */
  private void reported(boolean open, String outcome) {
    var spec = runs.lastStarted().orElseThrow().spec();
    status(
        Map.of(
            "attempt",
            spec.number(),
            "rolloutUID",
            spec.rolloutUid(),
            "runOpen",
            open,
            "outcome",
            outcome,
            "currentRolloutGeneration",
            1,
            "strategyHash",
            spec.strategyHash()));
    if (!open) {
      runs.end(WEB);
    }
  }

  private void delete(ResourceDefinitionContext kind, String name) {
    fixture.client.genericKubernetesResources(kind).inNamespace("policies").withName(name).delete();
  }

  private long generation() {
    return HubObjects.generation(fixture.policy("policies", "web").orElseThrow());
  }

  @Test
  void noAttemptBeginsThoughTheGenerationRises() {
    policy("rolloutStrategy: {type: ProgressivePerGroup},");
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(1));
    reported(false, "Aborted");

    delete(Kinds.POLICY, "web");
    assertThat(generation()).isEqualTo(2);
    joined("c3", "c1", "c2", "c3");
    fixture.stays(MINUTE, () -> assertThat(runs.starts()).isEqualTo(1));
    assertThat(fixture.replica("c3")).isEmpty();
  }

  @Test
  void aLostRunIsNotStartedAgain() {
    policy("rolloutStrategy: {type: ProgressivePerGroup},");
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(1));
    reported(true, "");
    delete(Kinds.POLICY, "web");
    runs.end(WEB);
    fixture.stays(MINUTE, () -> assertThat(runs.starts()).isEqualTo(1));
  }

  @Test
  void noRolloutIsMadeForIt() {
    policy("rolloutStrategy: {type: ProgressivePerGroup},");
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(1));
    reported(false, "Aborted");
    delete(Kinds.POLICY, "web");
    delete(Kinds.ROLLOUT, "policy-web");
    fixture.stays(MINUTE, () -> assertThat(rollout()).isNull());
    assertThat(runs.starts()).isEqualTo(1);
  }

  @Test
  void anUnstagedOneKeepsItsReplicasAndGetsNoMore() {
    policy("");
    fixture.soon(() -> assertThat(fixture.replica("c2")).isPresent());
    delete(Kinds.POLICY, "web");
    joined("c3", "c1", "c2", "c3");
    fixture.edit(
        "c1",
        "policies.web",
        found -> {
          Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(found, "spec"));
          spec.put("disabled", true);
          found.setAdditionalProperty("spec", spec);
        });
    fixture.soon(
        () ->
            assertThat(HubObjects.part(fixture.replica("c1").orElseThrow(), "spec"))
                .containsEntry("disabled", false));
    fixture.stays(MINUTE, () -> assertThat(fixture.replica("c3")).isEmpty());
    assertThat(fixture.replica("c2")).isPresent();

    fixture.edit("policies", "web", found -> found.getMetadata().setFinalizers(List.of()));
    fixture.soon(() -> assertThat(fixture.replica("c1")).isEmpty());
  }

  @Test
  void aRolloutThatIsBeingDeletedBeginsNothingUntilItIsGone() {
    policy("rolloutStrategy: {type: ProgressivePerGroup},");
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(1));
    reported(false, "Failed");
    GenericKubernetesResource held = rollout();
    held.getMetadata().setFinalizers(List.of("example.io/audit"));
    held.setAdditionalProperty(
        "spec",
        Map.of(
            "retryRollout",
            Map.of("rolloutUID", runs.lastStarted().orElseThrow().spec().rolloutUid())));
    fixture.at(Kinds.ROLLOUT, held).update();
    delete(Kinds.ROLLOUT, "policy-web");
    fixture.stays(MINUTE, () -> assertThat(runs.starts()).isEqualTo(1));

    GenericKubernetesResource released = rollout();
    released.getMetadata().setFinalizers(List.of());
    fixture.at(Kinds.ROLLOUT, released).update();
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(2));
  }

  /** A finalizer of somebody else keeps the only binding. */
  private void bindingIsDeleted() {
    fixture.at(Kinds.PLACEMENT_BINDING, binding()).edit(TerminatingPolicyTest::kept);
    delete(Kinds.PLACEMENT_BINDING, "base");
    assertThat(HubObjects.deleting(binding())).isTrue();
  }

  private static GenericKubernetesResource kept(GenericKubernetesResource object) {
    object.getMetadata().setFinalizers(List.of("example.io/audit"));
    return object;
  }

  private GenericKubernetesResource binding() {
    return fixture
        .client
        .genericKubernetesResources(Kinds.PLACEMENT_BINDING)
        .inNamespace("policies")
        .withName("base")
        .get();
  }

  @Test
  void aBindingThatIsBeingDeletedKeepsItsReplicasAndBringsNoMore() {
    policy("");
    fixture.soon(() -> assertThat(fixture.replica("c2")).isPresent());
    bindingIsDeleted();
    joined("c3", "c1", "c2", "c3");
    fixture.stays(
        MINUTE.multipliedBy(2),
        () -> {
          assertThat(fixture.replica("c3")).isEmpty();
          assertThat(fixture.replica("c2")).isPresent();
        });
  }

  @Test
  void nothingIsStartedByABindingThatIsBeingDeletedNorTakenForDeselected() {
    policy("rolloutStrategy: {type: ProgressivePerGroup},");
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(1));
    reported(true, "");
    fixture.soon(() -> assertThat(runs.asked(WEB)).isPositive());
    bindingIsDeleted();
    runs.absent(WEB, "c1", "c2");
    fixture.stays(MINUTE.multipliedBy(3), () -> assertThat(runs.departures(WEB)).isEmpty());

    runs.absent(WEB);
    reported(false, "Failed");
    written("rolloutStrategy: {type: Progressive},");
    fixture.stays(MINUTE, () -> assertThat(runs.starts()).isEqualTo(1));
    fixture.soon(
        () ->
            assertThat(HubObjects.part(rollout(), "status").get("conditions").toString())
                .contains("is being deleted"));
  }
}
