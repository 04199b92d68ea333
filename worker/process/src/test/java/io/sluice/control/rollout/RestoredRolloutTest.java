package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Starts the controller on a hub whose Rollout object was restored from a backup, which keeps no
 * status (rollout-strategy 3.2, "Claim", and 5, "Revisions").
 */
class RestoredRolloutTest {
  static final String TEMPLATE =
      "{objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind:"
          + " ConfigurationPolicy, metadata: {name: config}, spec: {severity: %s}}}";

  private final FakeRuns runs = new FakeRuns();

  /** Attempt 4 rolled out severity low, and attempt 5 had begun to roll out severity high. */
  static void fleet(ControllerFixture fixture) {
    policy(fixture, "low");
    policy(fixture, "high");
    revision(fixture, 1, 4, "low");
    revision(fixture, 2, 5, "high");
    replica(fixture, "c1", 1, "low");
    replica(fixture, "c2", 1, "low");
    replica(fixture, "c3", 2, "high");
  }

  static void policy(ControllerFixture fixture, String severity) {
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
          policy-templates: [%s]
        """
            .formatted(TEMPLATE.formatted(severity)));
  }

  static void revision(ControllerFixture fixture, int generation, int attempt, String severity) {
    fixture.apply(
        Kinds.CONTROLLER_REVISION,
        """
        apiVersion: apps/v1
        kind: ControllerRevision
        metadata:
          namespace: policies
          name: web-%1$d
          labels: {sluice.io/policy: web}
          annotations: {sluice.io/generations: "%1$d", sluice.io/attempt: "%2$d"}
          ownerReferences: [{apiVersion: policy.open-cluster-management.io/v1, kind: Policy, name: web, uid: %3$s}]
        revision: %1$d
        data:
          spec: {disabled: false, remediationAction: enforce, policy-templates: [%4$s]}
        """
            .formatted(
                generation,
                attempt,
                fixture.policy("policies", "web").orElseThrow().getMetadata().getUid(),
                TEMPLATE.formatted(severity)));
  }

  static void replica(ControllerFixture fixture, String cluster, int generation, String severity) {
    fixture.apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata:
          namespace: %s
          name: policies.web
          labels: {policy.open-cluster-management.io/root-policy: policies.web}
          annotations:
            sluice.io/dispatch: '{"rolloutUID":"u","attempt":%d,"generation":%d,"as":"dispatched","at":"2026-01-01T00:00:00Z","written":"2026-01-01T00:00:00Z"}'
        spec: {disabled: false, remediationAction: enforce, policy-templates: [%s]}
        """
            .formatted(cluster, generation, generation, TEMPLATE.formatted(severity)));
  }

  static void restore(ControllerFixture fixture) {
    fixture.apply(
        Kinds.ROLLOUT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {namespace: policies, name: policy-web}
        """);
  }

  static Map<String, Object> status(ControllerFixture fixture) {
    GenericKubernetesResource rollout =
        fixture
            .client
            .genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace("policies")
            .withName("policy-web")
            .get();
    return rollout == null ? Map.of() : HubObjects.part(rollout, "status");
  }

  @Test
  void theRevisionThatMostReplicasCarryCountsAsLastSuccessfulAfterARestore() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2", "c3", "c4")) {
      fleet(fixture);
      restore(fixture);
      fixture.start(runs);
      fixture.soon(() -> assertThat(status(fixture)).containsEntry("attempt", 5));
      assertThat(status(fixture)).containsEntry("lastSuccessfulRevision", "web-1");
      assertThat(status(fixture).get("lastSuccessful").toString()).contains("severity=low");
      fixture.soon(() -> assertThat(runs.starts()).isEqualTo(1));
      assertThat(runs.lastStarted().orElseThrow().spec().number()).isEqualTo(6);
      // A cluster that joined gets it.
      fixture.soon(
          () ->
              assertThat(fixture.replica("c4"))
                  .hasValueSatisfying(
                      replica ->
                          assertThat(HubObjects.part(replica, "spec").toString())
                              .contains("severity=low")));
    }
  }

  @Test
  void revisionsThatLostTheirOwnerInTheRestoreCount() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2", "c3")) {
      fleet(fixture);
      withoutOwners(fixture);
      restore(fixture);
      fixture.start(runs);
      fixture.soon(() -> assertThat(status(fixture)).containsEntry("attempt", 5));
      assertThat(status(fixture)).containsEntry("lastSuccessfulRevision", "web-1");
    }
  }

  static void withoutOwners(ControllerFixture fixture) {
    fixture
        .client
        .genericKubernetesResources(Kinds.CONTROLLER_REVISION)
        .inNamespace("policies")
        .resources()
        .forEach(
            revision ->
                revision.edit(
                    object -> {
                      object.getMetadata().setOwnerReferences(List.of());
                      return object;
                    }));
  }

  @Test
  void aRolloutThatWasDeletedComesBackWithoutALastSuccessfulVersion() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2", "c3")) {
      fleet(fixture);
      fixture.start(runs);
      fixture.soon(() -> assertThat(status(fixture)).containsEntry("attempt", 5));
      assertThat(status(fixture)).doesNotContainKey("lastSuccessfulRevision");
    }
  }
}
