package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.PolicyDefinition;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rollout-strategy 1.6: losing the field must never look like type All. */
class DroppedStrategyFieldTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String STRATEGY = "{type: ProgressivePerGroup}";
  private static final String MESSAGE =
      "Cannot roll out policy policies/web: the Policy CRD of this hub has no field spec.rolloutStrategy, so a strategy written there is dropped without a word. Install deploy/crds, or write the strategy into Rollout spec.rolloutStrategy.";

  private final RolloutFixture stage = RolloutFixture.of("dev=d1", "prod=p1");

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void aPolicyThatLostItsStrategyToTheCrdIsHeldUntilTheCrdKeepsIt() {
    stage
        .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
        .policy("one", STRATEGY)
        .start(RolloutFixture.QUICK);
    stage.awaitStatus(SOON, status -> "Succeeded".equals(status.get("outcome")));
    long writes = stage.contentWrites("d1") + stage.contentWrites("p1");

    define("disabled: {type: boolean}");
    // What a server shows of a policy whose field was pruned, edited by somebody meanwhile.
    stage.policy("two", "");
    stage.awaitStatus(
        SOON, status -> accepted(status).get("reason").equals("StrategyFieldMissing"));

    assertThat(accepted(stage.status()))
        .containsEntry("status", "False")
        .containsEntry("message", MESSAGE);
    assertThat(stage.contentWrites("d1") + stage.contentWrites("p1")).isEqualTo(writes);
    assertThat(stage.word("d1")).isEqualTo("one");

    define("rolloutStrategy: {type: object}");
    stage.policy("two", STRATEGY);
    await().atMost(SOON).untilAsserted(() -> assertThat(stage.word("p1")).isEqualTo("two"));
    assertThat(accepted(stage.status())).containsEntry("status", "True");
  }

  @Test
  void aPolicyWithoutRolloutIsNoneOfItsBusiness() {
    define("disabled: {type: boolean}");
    stage.policy("one", "").start(RolloutFixture.QUICK);

    await().atMost(SOON).untilAsserted(() -> assertThat(stage.word("p1")).isEqualTo("one"));
  }

  private static Map<String, Object> accepted(Map<String, Object> status) {
    return JsonTree.maps(status, "conditions").stream()
        .filter(condition -> "Accepted".equals(condition.get("type")))
        .findFirst()
        .orElse(Map.of("reason", ""));
  }

  private void define(String properties) {
    GenericKubernetesResource definition =
        Serialization.unmarshal(
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: policies.policy.open-cluster-management.io}
            spec:
              versions:
              - name: v1
                schema: {openAPIV3Schema: {properties: {spec: {properties: {%s}}}}}
            """
                .formatted(properties),
            GenericKubernetesResource.class);
    var definitions = stage.client().genericKubernetesResources(Kinds.DEFINITION);
    GenericKubernetesResource there = definitions.withName(PolicyDefinition.NAME).get();
    if (there == null) {
      definitions.resource(definition).create();
    } else {
      definition.getMetadata().setResourceVersion(there.getMetadata().getResourceVersion());
      definitions.resource(definition).update();
    }
  }
}
