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

/**
 * A policy that is too large costs itself alone; any other is delivered (policy-propagation 16b).
 */
class LargePolicyTest {
  private final ControllerFixture fixture = new ControllerFixture("c1");

  @AfterEach
  void close() {
    fixture.close();
  }

  private void fill(String name, int kib) {
    Map<String, Object> template =
        Map.of("objectDefinition", Map.of("kind", "Any", "text", "x".repeat(kib << 10)));
    fixture.edit(
        "policies",
        name,
        policy -> {
          Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(policy, "spec"));
          spec.put("policy-templates", List.of(template));
          policy.setAdditionalProperty("spec", spec);
        });
  }

  private void label(String value) {
    fixture.edit(
        "policies",
        "web",
        policy -> {
          Map<String, String> labels = new LinkedHashMap<>();
          for (int i = 0; i < 100; i++) {
            labels.put("any-" + i, "x".repeat(50));
          }
          labels.put("edit", value);
          policy.getMetadata().setLabels(labels);
        });
    fixture.soon(
        () ->
            assertThat(fixture.replica("c1"))
                .hasValueSatisfying(
                    replica ->
                        assertThat(replica.getMetadata().getLabels())
                            .containsEntry("edit", value)));
  }

  private int delivered() {
    return fixture
        .replica("c1")
        .map(replica -> HubObjects.part(replica, "spec").toString().length())
        .orElse(0);
  }

  @Test
  void aRootIsRefusedByThatNameAndKeepsWhatItHas() {
    fixture.policy("policies", "web", "", "");
    fill("web", 600);
    fixture.start();
    fixture.soon(() -> assertThat(delivered()).isGreaterThan(600 << 10));

    fill("web", 720);
    fixture.soon(
        () ->
            assertThat(JsonTree.maps(fixture.rootStatus(), "conditions"))
                .anySatisfy(
                    condition ->
                        assertThat(condition)
                            .containsEntry("status", "False")
                            .containsEntry("reason", "PolicyTooLarge")));
    fixture.soon(() -> assertThat(fixture.eventReasons()).contains("PolicyTooLarge"));
    fixture.stays(
        Duration.ofSeconds(20), () -> assertThat(delivered()).isBetween(600 << 10, 610 << 10));

    fill("web", 1);
    fixture.soon(() -> assertThat(fixture.rootStatus()).doesNotContainKey("conditions"));
    fixture.soon(() -> assertThat(delivered()).isBetween(1 << 10, 2 << 10));
  }

  @Test
  void aDisabledOneIsRemoved() {
    fixture.policy("policies", "web", "", "");
    fixture.start();
    label("one");

    fill("web", 720);
    fixture.edit(
        "policies",
        "web",
        policy -> {
          Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(policy, "spec"));
          spec.put("disabled", true);
          policy.setAdditionalProperty("spec", spec);
        });
    fixture.soon(() -> assertThat(fixture.replica("c1")).isEmpty());
  }

  @Test
  void theRolloutOfAStagedRootSaysSo() {
    fixture.policy("policies", "web", "", "rolloutStrategy: {type: ProgressivePerGroup}");
    fill("web", 720);
    fixture.start();

    fixture.soon(() -> assertThat(fixture.rolloutStatus().toString()).contains("PolicyTooLarge"));
    assertThat(fixture.replica("c1")).isEmpty();
  }

  @Test
  void whatTheCacheHasNoRoomForIsReadFromTheHub() {
    fixture.policy("policies", "web", "", "");
    fixture.startWithoutContents();
    label("one");
    label("two");
    fill("web", 100);
    fixture.soon(() -> assertThat(delivered()).isGreaterThan(100 << 10));
    fixture.soon(
        () -> assertThat(fixture.rootStatus().toString()).contains("fleet").contains("c1"));

    fixture.policyAt("policies", "web").delete();
    fixture.soon(() -> assertThat(fixture.replica("c1")).isEmpty());
  }
}
