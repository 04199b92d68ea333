package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads the Events that people find on their objects (policy-propagation 15). */
@Tag("nightly")
@Timeout(300)
class PropagationEventsTest {
  private static final Duration SOON = Patience.MOST;
  private static final Pattern REMOVED =
      Pattern.compile("The policy is disabled: (\\d+) replicas? removed\\.");

  private final RolloutFixture fixture = RolloutFixture.of("dev=d1,d2", "prod=p1");

  @BeforeEach
  void start() {
    fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private List<String> events(String kind, String reason) {
    return fixture
        .client()
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace(fixture.namespace())
        .list()
        .getItems()
        .stream()
        .filter(event -> kind.equals(HubObjects.part(event, "regarding").get("kind")))
        .map(GenericKubernetesResource::getAdditionalProperties)
        .filter(event -> reason.equals(event.get("reason")))
        .map(event -> event.get("type") + " " + event.get("note"))
        .toList();
  }

  private void awaitEvent(String kind, String reason, String text) {
    await()
        .untilAsserted(
            () -> assertThat(events(kind, reason)).anySatisfy(e -> assertThat(e).contains(text)));
  }

  @Test
  void aDeliveryAndTheRemovalByDisablingAreRecordedOnTheRoot() {
    fixture.policy("one", "");
    awaitEvent(
        "Policy",
        "PolicyPropagation",
        "Normal The version of generation 1 is written to 3 replicas.");
    fixture.edit(
        fixture.namespace(),
        "web",
        root -> {
          Map<String, Object> spec = HubObjects.part(root, "spec");
          spec.put("disabled", true);
          root.setAdditionalProperty("spec", spec);
          return root;
        });
    await().untilAsserted(() -> assertThat(removed()).isEqualTo(3));
  }

  /** A replica that its cluster reports on at that moment goes in a second pass. */
  private int removed() {
    return events("Policy", "PolicyPropagation").stream()
        .flatMap(note -> REMOVED.matcher(note).results())
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .sum();
  }

  @Test
  void everyWaveOfARolloutIsRecordedOnTheRoot() {
    fixture.policy("one", "{type: ProgressivePerGroup}");
    fixture.awaitPhase(SOON, "Done");
    awaitEvent(
        "Policy",
        "PolicyPropagation",
        "The version of generation 1 is dispatched to 2 clusters of group dev.");
    awaitEvent(
        "Policy",
        "PolicyPropagation",
        "The version of generation 1 is dispatched to 1 cluster of group prod.");
  }

  @Test
  void aRefusalIsAWarningOnTheRootOncePerGeneration() {
    fixture.policy("one", "{type: Canary}");
    awaitEvent("Policy", "UnknownType", "Warning Cannot roll out policy");
    fixture.edit(
        fixture.namespace(),
        "web",
        root -> {
          root.getMetadata().setLabels(Map.of("team", "blue"));
          return root;
        });
    fixture.policy("one", "{type: Blue}");
    awaitEvent("Policy", "UnknownType", "\"Blue\"");
    assertThat(events("Policy", "UnknownType"))
        .filteredOn(event -> event.contains("\"Canary\""))
        .hasSize(1);
  }

  @Test
  void anOverrideUnderAStrategyIsReportedOnItsBinding() {
    fixture
        .client()
        .genericKubernetesResources(Kinds.PLACEMENT_BINDING)
        .inNamespace(fixture.namespace())
        .withName("web")
        .edit(
            binding -> {
              binding.setAdditionalProperty(
                  "bindingOverrides", Map.of("remediationAction", "enforce"));
              binding.setAdditionalProperty(
                  "remediationActionOverride", Map.of("remediationAction", "enforce"));
              return binding;
            });
    fixture.policy("one", "{type: ProgressivePerGroup}");
    awaitEvent("PlacementBinding", "OverrideIgnored", "Warning The override has no effect");
    awaitEvent("PlacementBinding", "InvalidBinding", "Remove remediationActionOverride.");
  }
}
