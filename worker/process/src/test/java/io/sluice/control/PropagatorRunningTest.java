package io.sluice.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Nothing is written beside OCM's own propagator (policy-propagation 8.1). */
class PropagatorRunningTest {
  private static void renew(ControllerFixture fixture, int seconds) {
    renew(fixture, "open-cluster-management", seconds);
  }

  private static void renew(ControllerFixture fixture, String namespace, int seconds) {
    fixture.apply(
        Kinds.LEASE,
        """
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {namespace: %s, name: policy-propagator.open-cluster-management.io}
        spec: {holderIdentity: p, leaseDurationSeconds: %d, renewTime: "%s"}
        """
            .formatted(namespace, seconds, fixture.time.now()));
  }

  @Test
  void nothingIsWrittenWhileTheLeaseOfThePropagatorIsRenewedAndEverythingWhenItHasExpired() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2")) {
      fixture.namespace("open-cluster-management");
      renew(fixture, 3600);
      fixture.policy("policies", "web", "", "");
      fixture.policy("c1", "stray", "", "");
      fixture.hub.forgetRequests();
      fixture.start();

      fixture.soon(() -> assertThat(fixture.eventReasons()).contains("PropagatorRunning"));
      assertThat(fixture.hub.writes())
          .extracting(write -> write.resource())
          .doesNotContain("policies", "policysets");

      fixture.attended();
      renew(fixture, 1);
      fixture.soon(
          () -> {
            assertThat(fixture.replica("c1")).isPresent();
            assertThat(fixture.replica("c2")).isPresent();
          });
      fixture.stays(
          Duration.ofSeconds(50), () -> assertThat(fixture.policy("c1", "stray")).isPresent());
      fixture.soon(() -> assertThat(fixture.policy("c1", "stray")).isEmpty());
    }
  }

  @Test
  void aLeaseInTheNamespaceOfATenantStopsNothing() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.namespace("tenant");
      renew(fixture, "tenant", 3600);
      fixture.policy("policies", "web", "", "");
      fixture.start();

      fixture.soon(() -> assertThat(fixture.replica("c1")).isPresent());
      renew(fixture, "tenant", 3600);
      fixture.policy("policies", "web", "labels: {team: blue}", "");
      fixture.soon(
          () ->
              assertThat(fixture.replica("c1").orElseThrow().getMetadata().getLabels())
                  .containsEntry("team", "blue"));
      assertThat(fixture.eventReasons()).doesNotContain("PropagatorRunning");
    }
  }

  @Test
  void theRolloutOfAStagedPolicySaysThatThePropagatorRuns() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.namespace("open-cluster-management");
      renew(fixture, 3600);
      fixture.policy("policies", "web", "", "rolloutStrategy: {type: ProgressivePerGroup}");
      fixture.start();

      fixture.soon(
          () -> {
            GenericKubernetesResource rollout =
                fixture
                    .client
                    .genericKubernetesResources(Kinds.ROLLOUT)
                    .inNamespace("policies")
                    .withName("policy-web")
                    .get();
            assertThat(rollout).isNotNull();
            assertThat(JsonTree.maps(HubObjects.part(rollout, "status"), "conditions"))
                .anySatisfy(
                    condition ->
                        assertThat(condition)
                            .containsEntry("type", "Accepted")
                            .containsEntry("status", "False")
                            .containsEntry("reason", "PropagatorRunning"));
          });
      assertThat(fixture.replica("c1")).isEmpty();
    }
  }
}
