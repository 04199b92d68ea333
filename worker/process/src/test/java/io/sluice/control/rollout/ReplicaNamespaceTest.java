package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.ControllerFixture;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which Policies count as replicas: those in namespaces of managed clusters, by their name. */
class ReplicaNamespaceTest {
  private static final String FOREIGN =
      "labels: {policy.open-cluster-management.io/root-policy: policies.web}";

  @Test
  void aLabelledPolicyInANamespaceWithoutManagedClusterIsNeverReadWrittenOrDeleted() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.namespace("hosted");
      fixture.policy("hosted", "policies.web", FOREIGN, "");
      fixture.policy("policies", "web", "", "");
      fixture.start();
      fixture.report("hosted", "policies.web", Map.of("compliant", "NonCompliant"));
      fixture.report("c1", "policies.web", Map.of("compliant", "Compliant"));
      fixture.soon(() -> assertThat(fixture.rootStatus()).containsEntry("compliant", "Compliant"));
      assertThat(JsonTree.maps(fixture.rootStatus(), "status"))
          .extracting(row -> row.get("clustername"))
          .containsExactly("c1");

      fixture.edit(
          "policies",
          "web",
          root ->
              root.setAdditionalProperty(
                  "spec", Map.of("disabled", true, "policy-templates", List.of())));
      fixture.soon(() -> assertThat(fixture.replica("c1")).isEmpty());
      fixture.policyAt("policies", "web").delete();
      fixture.attended();
      fixture.policy("c1", "stray", "", "");
      fixture.stays(
          Duration.ofSeconds(55), () -> assertThat(fixture.policy("c1", "stray")).isPresent());
      fixture.soon(() -> assertThat(fixture.policy("c1", "stray")).isEmpty());
      assertThat(fixture.policy("hosted", "policies.web")).isPresent();
      assertThat(fixture.hub.writes())
          .filteredOn(write -> write.namespace().equals("hosted") && write.subresource().isEmpty())
          .extracting(write -> write.verb())
          .doesNotContain("update", "delete");
    }
  }

  @Test
  void aRootWithADotInItsNameIsReplicatedAndNotTakenForAReplica() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.bind("dotted", "Policy", "web.v1");
      fixture.policy("policies", "web.v1", "", "");
      fixture.start();
      fixture.soon(() -> assertThat(fixture.policy("c1", "policies.web.v1")).isPresent());
      assertThat(fixture.policy("policies", "web.v1")).isPresent();
    }
  }

  @Test
  void aReplicaThatLostItsLabelIsWrittenAgainInPlace() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.policy("policies", "web", "", "");
      fixture.start();
      fixture.soon(() -> assertThat(fixture.replica("c1")).isPresent());
      String uid = fixture.replica("c1").orElseThrow().getMetadata().getUid();

      fixture.edit("c1", "policies.web", replica -> replica.getMetadata().setLabels(Map.of()));

      fixture.soon(
          () ->
              assertThat(fixture.replica("c1").orElseThrow().getMetadata().getLabels())
                  .containsEntry("policy.open-cluster-management.io/root-policy", "policies.web"));
      assertThat(fixture.replica("c1").orElseThrow().getMetadata().getUid()).isEqualTo(uid);
    }
  }

  @Test
  void aSelectedClusterWithoutManagedClusterGetsAReplicaThatGoesWithTheRoot() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.namespace("bare");
      fixture.select("c1", "bare");
      fixture.policy("policies", "web", "", "");
      fixture.start();
      fixture.report("bare", "policies.web", Map.of("compliant", "NonCompliant"));
      fixture.soon(
          () -> assertThat(fixture.rootStatus()).containsEntry("compliant", "NonCompliant"));

      fixture.policyAt("policies", "web").delete();
      fixture.soon(() -> assertThat(fixture.policy("bare", "policies.web")).isEmpty());
    }
  }
}
