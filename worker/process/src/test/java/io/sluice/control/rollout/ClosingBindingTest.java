package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.AttemptSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Runs the controller while a finalizer keeps a binding that is being deleted (rollout-strategy
 * 3.7).
 */
class ClosingBindingTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private final FakeRuns runs = new FakeRuns();

  private static void ended(ControllerFixture fixture, AttemptSpec spec) {
    fixture.apply(
        Kinds.ROLLOUT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata:
          namespace: policies
          name: policy-web
          ownerReferences: [{apiVersion: policy.open-cluster-management.io/v1, kind: Policy, name: web, uid: %s}]
        status:
          attempt: %d
          rolloutUID: %s
          runOpen: false
          currentRolloutGeneration: 1
          strategyHash: %s
          outcome: Succeeded
          phase: Done
          endedAt: 2026-02-03T09:00:00Z
          counts: {clusters: 1, succeeded: 1}
          decisionGroups: [{placement: fleet, groupName: "", groupIndex: 0, approved: true, failuresTolerated: 0, counts: {clusters: 1, succeeded: 1}}]
        """
            .formatted(
                fixture.policy("policies", "web").orElseThrow().getMetadata().getUid(),
                spec.number(),
                spec.rolloutUid(),
                spec.strategyHash()));
  }

  private static void deleteBinding(ControllerFixture fixture) {
    var binding =
        fixture
            .client
            .genericKubernetesResources(Kinds.PLACEMENT_BINDING)
            .inNamespace("policies")
            .withName("base");
    binding.edit(
        object -> {
          object.getMetadata().setFinalizers(List.of("global-hub.example.io/resource-cleanup"));
          return object;
        });
    binding.delete();
    GenericKubernetesResource kept = binding.get();
    assertThat(HubObjects.deleting(kept)).isTrue();
  }

  private static void nonCompliant(ControllerFixture fixture) {
    fixture.report(
        "c1",
        "policies.web",
        Map.of(
            "compliant",
            "NonCompliant",
            "details",
            List.of(
                Map.of(
                    "templateMeta",
                    Map.of("name", "config"),
                    "compliant",
                    "NonCompliant",
                    "history",
                    List.of(
                        Map.of(
                            "lastTimestamp",
                            "2026-02-03T09:30:00Z",
                            "message",
                            "NonCompliant; missing",
                            "eventName",
                            "policies.web.1"))))));
  }

  @Test
  void theStatusOfAnEndedRolloutFollowsItsClusters() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      RestoredRolloutTest.policy(fixture, "low");
      fixture.start(runs);
      fixture.soon(() -> assertThat(runs.openChain(WEB)).isPresent());
      RestoredRolloutTest.replica(fixture, "c1", 1, "low");
      runs.end(WEB);
      ended(fixture, runs.lastStarted().orElseThrow().spec());

      deleteBinding(fixture);
      nonCompliant(fixture);
      fixture.soon(
          () ->
              assertThat(RestoredRolloutTest.status(fixture).get("exceptions"))
                  .asString()
                  .contains("Regressed"));
      assertThat(RestoredRolloutTest.status(fixture).get("counts"))
          .asString()
          .contains("clusters=1");
      assertThat(fixture.replica("c1")).isPresent();
    }
  }
}
