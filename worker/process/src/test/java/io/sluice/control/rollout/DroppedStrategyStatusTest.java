package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Writes no status of a policy while the CRD drops strategies: a real server would store the policy
 * without its strategy by that.
 */
class DroppedStrategyStatusTest {
  static void define(ControllerFixture fixture, String properties) {
    fixture.apply(
        Kinds.DEFINITION,
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: policies.policy.open-cluster-management.io}
        spec:
          versions:
          - name: v1
            schema: {openAPIV3Schema: {properties: {spec: {properties: {%s}}}}}
        """
            .formatted(properties));
  }

  private static long writes(ControllerFixture fixture, String policy) {
    return fixture.hub.writes().stream()
        .filter(write -> write.resource().equals("policies"))
        .filter(write -> write.namespace().equals("policies") && write.name().equals(policy))
        .filter(write -> write.subresource().equals("status"))
        .count();
  }

  @Test
  void theStatusOfAStagedPolicyWaitsForTheCrd() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.bind("other", "Policy", "unstaged");
      define(fixture, "disabled: {type: boolean}");
      fixture.policy("policies", "web", "", "rolloutStrategy: {type: Progressive}");
      fixture.policy("policies", "unstaged", "", "");
      fixture.start(new FakeRuns());

      // One that has no strategy to lose gets its status: the passes have begun.
      fixture.soon(() -> assertThat(writes(fixture, "unstaged")).isPositive());
      fixture.soon(() -> assertThat(rollout(fixture)).containsKey("attempt"));
      assertThat(writes(fixture, "web")).isZero();

      define(fixture, "rolloutStrategy: {type: object}");
      fixture.soon(() -> assertThat(writes(fixture, "web")).isPositive());
    }
  }

  private static Map<String, Object> rollout(ControllerFixture fixture) {
    return java.util.Optional.ofNullable(
            fixture
                .client
                .genericKubernetesResources(Kinds.ROLLOUT)
                .inNamespace("policies")
                .withName("policy-web")
                .get())
        .map(object -> HubObjects.part(object, "status"))
        .orElse(Map.of());
  }
}
