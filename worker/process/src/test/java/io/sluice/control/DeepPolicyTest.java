package io.sluice.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A policy of more levels than are read costs itself alone (policy-propagation 16b). */
class DeepPolicyTest {
  private final ControllerFixture fixture = new ControllerFixture("c1");

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Puts so many levels into the spec of a policy. */
  private void deepen(String namespace, String name, int levels) {
    Object tree = "leaf";
    for (int level = 0; level < levels; level++) {
      tree = Map.of("a", tree);
    }
    Map<String, Object> template = Map.of("objectDefinition", Map.of("deep", tree));
    fixture.edit(
        namespace,
        name,
        policy -> {
          Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(policy, "spec"));
          spec.put("policy-templates", List.of(template));
          policy.setAdditionalProperty("spec", spec);
        });
  }

  private void edited(String label) {
    fixture.policy("policies", "web", "labels: {edit: " + label + "}", "");
    fixture.soon(
        () ->
            assertThat(fixture.replica("c1"))
                .hasValueSatisfying(
                    replica ->
                        assertThat(replica.getMetadata().getLabels())
                            .containsEntry("edit", label)));
  }

  @Test
  void aRootIsRefusedByThatNameAndKeepsWhatItHas() {
    fixture.policy("policies", "web", "", "");
    fixture.start();
    edited("one");

    deepen("policies", "web", 400);
    fixture.soon(
        () ->
            assertThat(JsonTree.maps(fixture.rootStatus(), "conditions"))
                .anySatisfy(
                    condition ->
                        assertThat(condition)
                            .containsEntry("status", "False")
                            .containsEntry("reason", "TooDeep")));
    fixture.soon(() -> assertThat(fixture.eventReasons()).contains("TooDeep"));
    fixture.stays(
        Duration.ofSeconds(20),
        () ->
            assertThat(HubObjects.part(fixture.replica("c1").orElseThrow(), "spec").toString())
                .doesNotContain("deep"));

    edited("two");
    fixture.soon(() -> assertThat(fixture.rootStatus()).doesNotContainKey("conditions"));
  }

  @Test
  void theRolloutOfAStagedRootSaysSo() {
    fixture.policy("policies", "web", "", "rolloutStrategy: {type: ProgressivePerGroup}");
    deepen("policies", "web", 400);
    fixture.start();

    fixture.soon(() -> assertThat(fixture.rolloutStatus().toString()).contains("TooDeep"));
    assertThat(fixture.replica("c1")).isEmpty();
  }

  @Test
  void aRootOfADottedNameAndAReplicaCostNoOtherPolicyAnything() {
    fixture.policy("policies", "web", "", "");
    fixture.policy("policies", "dotted.name", "", "");
    deepen("policies", "dotted.name", 800);
    fixture.start();
    edited("one");

    deepen("c1", "policies.web", 800);
    fixture.soon(
        () ->
            assertThat(HubObjects.part(fixture.replica("c1").orElseThrow(), "spec").toString())
                .doesNotContain("deep"));
    edited("two");
  }
}
