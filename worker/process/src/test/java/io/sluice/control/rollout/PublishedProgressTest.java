package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What it costs that an open run publishes how far it has come; the test plays the run. */
class PublishedProgressTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");

  /** A pass while a run is open comes after 15 s at the latest. */
  private static final Duration BETWEEN_PASSES = Duration.ofSeconds(10);

  private final ControllerFixture fixture = new ControllerFixture("c1", "c2");
  private final FakeRuns runs = new FakeRuns();
  private long attempt;
  private long policyPasses;
  private long runPasses;

  @BeforeEach
  void openARun() {
    fixture.apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {namespace: policies, name: web}
        spec:
          disabled: false
          remediationAction: enforce
          rolloutStrategy: {type: ProgressivePerGroup}
          policy-templates:
          - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: config}, spec: {severity: low}}
        """);
    fixture.start(runs);
    fixture.soon(() -> assertThat(runs.starts()).isEqualTo(1));
    attempt = runs.lastStarted().orElseThrow().spec().number();
    publish(Map.of("decisionGroups", List.of(group(2))));
    fixture.soon(() -> assertThat(runs.signals(WEB)).isNotEmpty());
    // The time of the next passes is known from here on.
    long known = fixture.passes("policies");
    fixture.soon(() -> assertThat(fixture.passes("policies")).isGreaterThan(known));
    policyPasses = fixture.passes("policies");
    runPasses = fixture.passes("runs");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static Map<String, Object> group(int toApply) {
    return Map.of(
        "placement",
        "fleet",
        "groupName",
        "",
        "groupIndex",
        0,
        "counts",
        Map.of("clusters", 2, "toApply", toApply));
  }

  /** Writes what the run publishes. */
  private void publish(Map<String, Object> progress) {
    fixture
        .client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace("policies")
        .withName("policy-web")
        .editStatus(
            found -> {
              Map<String, Object> status = new HashMap<>(HubObjects.part(found, "status"));
              status.put("attempt", attempt);
              status.put("rolloutUID", runs.lastStarted().orElseThrow().spec().rolloutUid());
              status.put("runOpen", true);
              status.put("currentRolloutGeneration", 1);
              status.put("strategyHash", runs.lastStarted().orElseThrow().spec().strategyHash());
              status.putAll(progress);
              found.setAdditionalProperty("status", status);
              return found;
            });
  }

  @Test
  void twentyPublicationsRunNoPassAndShowInTheStatusOfTheRoot() {
    for (int done = 1; done <= 20; done++) {
      publish(Map.of("progress", done + "/20", "rolloutStatus", done < 20 ? "ToApply" : "Failed"));
      fixture.stays(Duration.ofMillis(100), () -> {});
    }
    assertThat(fixture.passes("policies")).isEqualTo(policyPasses);
    assertThat(fixture.passes("runs")).isEqualTo(runPasses);
    fixture.soon(
        () -> assertThat(JsonTree.text(fixture.rootStatus(), "rolloutStatus")).contains("Failed"));
  }

  @Test
  void aGroupThatHasBegunIsAPassOfTheNotifierAlone() {
    publish(Map.of("decisionGroups", List.of(group(1))));
    fixture.soon(() -> assertThat(fixture.passes("runs")).isEqualTo(runPasses + 1));
    publish(Map.of("decisionGroups", List.of(group(0))));
    fixture.stays(Duration.ofSeconds(2), () -> {});
    assertThat(fixture.passes("runs")).isEqualTo(runPasses + 1);
    assertThat(fixture.passes("policies")).isEqualTo(policyPasses);
  }

  @Test
  void withoutAnyEventThePassesComeByThemselves() {
    fixture.stays(BETWEEN_PASSES, () -> {});
    fixture.soon(() -> assertThat(fixture.passes("policies")).isGreaterThan(policyPasses));
    fixture.soon(() -> assertThat(fixture.passes("runs")).isGreaterThan(runPasses));
  }

  @Test
  void aPauseByMessageIsAPassOverThePolicy() {
    publish(Map.of("paused", true));
    fixture.stays(Duration.ofMillis(100), () -> {});
    assertThat(fixture.passes("policies")).isGreaterThan(policyPasses);
  }
}
