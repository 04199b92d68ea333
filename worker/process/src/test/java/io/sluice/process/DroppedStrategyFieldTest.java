package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.definition.PolicyDefinition;
import io.sluice.policy.JsonTree;
import io.sluice.settings.ModeSetting;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rollout-strategy 1.6: losing the field must never look like type All. */
@Tag("nightly")
class DroppedStrategyFieldTest {
  private static final Duration SOON = Patience.MOST;
  private static final String STRATEGY = "{type: ProgressivePerGroup}";
  private static final String MESSAGE =
      "Cannot roll out policy policies/web: the Policy CRD of this hub has no field"
          + " spec.rolloutStrategy, so a strategy written there is dropped without a word. Install"
          + " deploy/crds, or write the strategy into Rollout spec.rolloutStrategy.";

  private static final String LOST =
      "Cannot roll out policy policies/web: spec.rolloutStrategy is missing since the Policy CRD of"
          + " this hub had no such field. Write the strategy again; or delete Rollout policy-web,"
          + " and every cluster gets this version at once.";

  private final RolloutFixture fixture = RolloutFixture.of("dev=d1", "prod=p1");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void aPolicyThatLostItsStrategyToTheCrdIsHeldUntilTheCrdKeepsIt() {
    fixture
        .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
        .policy("one", STRATEGY)
        .start(RolloutFixture.QUICK);
    fixture.awaitStatus(SOON, status -> "Succeeded".equals(status.get("outcome")));
    long writes = fixture.contentWrites("d1") + fixture.contentWrites("p1");

    define("disabled: {type: boolean}");
    // What a server returns of a policy whose field was pruned, edited by a user meanwhile.
    fixture.policy("two", "");
    fixture.awaitStatus(
        SOON, status -> accepted(status).get("reason").equals("StrategyFieldMissing"));

    assertThat(accepted(fixture.status()))
        .containsEntry("status", "False")
        .containsEntry("message", MESSAGE);
    assertThat(fixture.contentWrites("d1") + fixture.contentWrites("p1")).isEqualTo(writes);
    assertThat(fixture.content("d1")).isEqualTo("one");

    define("rolloutStrategy: {type: object}");
    fixture.policy("two", STRATEGY);
    await().untilAsserted(() -> assertThat(fixture.content("p1")).isEqualTo("two"));
    assertThat(accepted(fixture.status())).containsEntry("status", "True");
  }

  @Test
  void aStrategyThatWasLostForGoodIsWaitedForAfterTheCrdIsRepaired() {
    fixture
        .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
        .policy("one", STRATEGY)
        .start(RolloutFixture.QUICK);
    Map<String, Object> before =
        fixture.awaitStatus(SOON, status -> "Succeeded".equals(status.get("outcome")));
    define("disabled: {type: boolean}");
    fixture.policy("two", "");
    fixture.awaitStatus(
        SOON, status -> accepted(status).get("reason").equals("StrategyFieldMissing"));

    define("rolloutStrategy: {type: object}");
    // For 10 s after the repair the field counts as missing.
    await()
        .untilAsserted(
            () ->
                assertThat(accepted(fixture.status()))
                    .containsEntry("reason", "StrategyFieldMissing")
                    .containsEntry("message", LOST));
    // As another process finds it.
    fixture.stop();
    fixture.start(RolloutFixture.QUICK);
    await()
        .during(Duration.ofSeconds(2))
        .untilAsserted(
            () -> {
              assertThat(fixture.content("d1")).isEqualTo("one");
              assertThat(fixture.content("p1")).isEqualTo("one");
              assertThat(fixture.status()).containsEntry("rolloutUID", before.get("rolloutUID"));
            });

    fixture.policy("two", STRATEGY);
    await().untilAsserted(() -> assertThat(fixture.content("p1")).isEqualTo("two"));
  }

  @Test
  void withoutItsRolloutSuchAPolicyIsPropagatedAtOnce() {
    fixture
        .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
        .policy("one", STRATEGY)
        .start(RolloutFixture.QUICK);
    fixture.awaitStatus(SOON, status -> "Succeeded".equals(status.get("outcome")));
    define("disabled: {type: boolean}");
    fixture.policy("two", "");
    fixture.awaitStatus(
        SOON, status -> accepted(status).get("reason").equals("StrategyFieldMissing"));
    define("rolloutStrategy: {type: object}");

    fixture
        .client()
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(fixture.namespace())
        .withName("policy-web")
        .delete();

    await().untilAsserted(() -> assertThat(fixture.content("p1")).isEqualTo("two"));
    assertThat(fixture.rollout()).isEmpty();
  }

  @Test
  void aRunGoesOnWhereItWasWhenTheCrdIsRepaired() {
    fixture
        .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
        .policy("one", "{type: manualPerGroup}")
        .start(RolloutFixture.QUICK);
    fixture.approve("dev");
    Map<String, Object> before =
        fixture.awaitStatus(
            SOON, status -> String.valueOf(status.get("waitingFor")).contains("group prod"));

    define("disabled: {type: boolean}");
    fixture.policy("one", "");
    fixture.awaitStatus(
        SOON, status -> accepted(status).get("reason").equals("StrategyFieldMissing"));
    fixture.approve("dev", "prod");
    fixture.stop();
    fixture.start(RolloutFixture.QUICK.with(settings -> settings.mode(ModeSetting.STANDALONE)));
    fixture.awaitStatus(
        SOON, status -> accepted(status).get("reason").equals("StrategyFieldMissing"));
    assertThat(fixture.status())
        .containsEntry("rolloutUID", before.get("rolloutUID"))
        .containsEntry("runOpen", true);
    assertThat(fixture.content("p1")).isEmpty();

    define("rolloutStrategy: {type: object}");
    fixture.policy("one", "{type: manualPerGroup}");
    fixture.awaitStatus(SOON, status -> "Succeeded".equals(status.get("outcome")));
    assertThat(fixture.contentWrites("d1")).isEqualTo(1);
    assertThat(fixture.contentWrites("p1")).isEqualTo(1);
  }

  @Test
  void aRunThatIsPausedByMessageReportsIt() {
    fixture
        .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
        .policy("one", "{type: manualPerGroup}")
        .start(RolloutFixture.QUICK);
    fixture.awaitStatus(
        SOON, status -> String.valueOf(status.get("waitingFor")).contains("group dev"));
    fixture.run().update("pause", Map.class, Map.of("by", "ann"));
    fixture.awaitPhase(SOON, "Paused");

    define("disabled: {type: boolean}");
    fixture.policy("one", "");
    fixture.awaitStatus(
        SOON, status -> accepted(status).get("reason").equals("StrategyFieldMissing"));
    assertThat(fixture.status()).containsEntry("phase", "Paused").containsEntry("runOpen", true);
    assertThat(String.valueOf(fixture.status().get("waitingFor")))
        .startsWith("Paused ")
        .endsWith(" Send the update resume. " + MESSAGE);

    define("rolloutStrategy: {type: object}");
    fixture.policy("one", "{type: manualPerGroup}");
    fixture.awaitStatus(SOON, status -> accepted(status).get("status").equals("True"));
  }

  @Test
  void aPolicyWithoutRolloutIsNoneOfItsBusiness() {
    define("disabled: {type: boolean}");
    fixture
        .policy("one", "")
        .start(RolloutFixture.QUICK.with(settings -> settings.mode(ModeSetting.STANDALONE)));

    await().untilAsserted(() -> assertThat(fixture.content("p1")).isEqualTo("one"));
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
    var definitions = fixture.client().genericKubernetesResources(Kinds.DEFINITION);
    GenericKubernetesResource there = definitions.withName(PolicyDefinition.NAME).get();
    if (there == null) {
      definitions.resource(definition).create();
    } else {
      definition.getMetadata().setResourceVersion(there.getMetadata().getResourceVersion());
      definitions.resource(definition).update();
    }
  }
}
