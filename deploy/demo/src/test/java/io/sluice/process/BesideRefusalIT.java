package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refuses policies on a real hub, writes nothing and says why (policy-propagation 14.1, 15). */
@Timeout(Patience.TEST)
class BesideRefusalIT {
  @ParameterizedTest
  @CsvSource({
    "EnforcedRoot, spec.remediationAction",
    "EnforcedTemplate, spec.policy-templates[0]",
    "NameTaken, sluice-web"
  })
  void aRefusalStandsInTheStatusAndInAnEventOnTheRoot(String reason, String names) {
    try (RealBesideFixture fixture = RealBesideFixture.of("dev=d1")) {
      fixture.policy("one");
      cause(reason, fixture);
      fixture.rollout.rollout(OverrideFixture.PER_GROUP);
      fixture.await(
          () ->
              fixture
                  .condition("Accepted")
                  .filter(found -> "False".equals(found.get("status")))
                  .filter(found -> reason.equals(found.get("reason")))
                  .isPresent());
      assertThat(String.valueOf(fixture.condition("Accepted").orElseThrow().get("message")))
          .startsWith("Cannot roll out policy %s/web: ".formatted(fixture.rollout.namespace()))
          .contains(names);
      fixture.await(
          () ->
              fixture.events().stream()
                  .anyMatch(event -> event.startsWith("Warning " + reason + " Cannot roll out")));
      assertThat(fixture.events())
          .as("once for each generation")
          .filteredOn(event -> event.contains(reason))
          .doesNotHaveDuplicates();
      assertThat(fixture.writes()).containsOnly("update rollouts");
      if (reason.equals("NameTaken")) {
        fixture.client().resource(foreign(fixture)).delete();
      }
    }
  }

  private static void cause(String reason, RealBesideFixture fixture) {
    switch (reason) {
      case "EnforcedRoot" -> set(fixture, "enforce");
      case "EnforcedTemplate" -> set(fixture, "");
      case "NameTaken" -> fixture.client().resource(foreign(fixture)).create();
      default -> throw new IllegalArgumentException(reason);
    }
  }

  /** Sets the action of the root; without one, its template enforces. */
  private static void set(RealBesideFixture fixture, String action) {
    fixture.rollout.edit(
        fixture.rollout.namespace(),
        "web",
        policy -> {
          Map<String, Object> spec = new LinkedHashMap<>(RolloutFixture.part(policy, "spec"));
          spec.remove("remediationAction");
          if (!action.isEmpty()) {
            spec.put("remediationAction", action);
            policy.setAdditionalProperty("spec", spec);
            return policy;
          }
          policy.setAdditionalProperty("spec", spec);
          return Serialization.unmarshal(
              Serialization.asJson(policy)
                  .replaceAll(
                      "\"remediationAction\"\\s*:\\s*\"inform\"",
                      "\"remediationAction\": \"enforce\""),
              GenericKubernetesResource.class);
        });
  }

  private static GenericKubernetesResource foreign(RealBesideFixture fixture) {
    return Serialization.unmarshal(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Placement
        metadata: {name: sluice-web, namespace: %s}
        spec: {}
        """
            .formatted(fixture.rollout.namespace()),
        GenericKubernetesResource.class);
  }
}
