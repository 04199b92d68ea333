package io.sluice.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A ManagedCluster with the name of a namespace that holds root policies (policy-propagation 7).
 */
class ClusterNamespaceTest {
  private static final Duration LONG = Duration.ofMinutes(3);

  private final ControllerFixture fixture = new ControllerFixture("c1", "c2");

  @AfterEach
  void close() {
    fixture.close();
  }

  private void replicated(String strategy) {
    fixture.policy("policies", "web", "", strategy);
    fixture.start();
    fixture.attended();
    fixture.soon(() -> assertThat(fixture.replica("c1")).isPresent());
  }

  private void present() {
    assertThat(fixture.policy("policies", "web")).isPresent();
    assertThat(fixture.replica("c1")).isPresent();
  }

  private void edit(String severity) {
    fixture.edit(
        "policies",
        "web",
        root -> {
          Map<String, Object> spec = HubObjects.part(root, "spec");
          spec.put("remediationAction", severity);
          root.setAdditionalProperty("spec", spec);
        });
  }

  private Object actionOnC1() {
    return HubObjects.part(fixture.replica("c1").orElseThrow(), "spec").get("remediationAction");
  }

  @Test
  void oneThatIsNotAcceptedCountsForNothing() {
    replicated("");
    fixture.apply(
        Kinds.MANAGED_CLUSTER,
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: policies}
        """);
    fixture.stays(LONG, this::present);
    edit("enforce");
    fixture.soon(() -> assertThat(actionOnC1()).isEqualTo("enforce"));
    assertThat(fixture.eventReasons()).doesNotContain("NamespaceIsCluster");
  }

  @Test
  void aRootWithReplicasIsHeldAsLongAsTheClusterIsThere() {
    replicated("");
    Object before = actionOnC1();
    fixture.managedCluster("policies", "");
    fixture.soon(() -> assertThat(fixture.eventReasons()).contains("NamespaceIsCluster"));
    edit("enforce".equals(before) ? "inform" : "enforce");
    fixture.stays(
        LONG,
        () -> {
          present();
          assertThat(actionOnC1()).isEqualTo(before);
        });

    fixture.client.genericKubernetesResources(Kinds.MANAGED_CLUSTER).withName("policies").delete();
    fixture.soon(() -> assertThat(actionOnC1()).isNotEqualTo(before));
  }

  @Test
  void theRolloutOfOneSaysWhy() {
    fixture.policy("policies", "web", "", "rolloutStrategy: {type: ProgressivePerGroup}");
    fixture.start();
    fixture.soon(() -> assertThat(rollouts()).hasSize(1));
    fixture.managedCluster("policies", "");
    fixture.soon(
        () ->
            assertThat(JsonTree.maps(HubObjects.part(rollouts().get(0), "status"), "conditions"))
                .anySatisfy(
                    condition ->
                        assertThat(condition)
                            .containsEntry("type", "Accepted")
                            .containsEntry("status", "False")
                            .containsEntry("reason", "NamespaceIsCluster")));
    fixture.stays(LONG, () -> assertThat(fixture.policy("policies", "web")).isPresent());
  }

  private List<GenericKubernetesResource> rollouts() {
    return fixture
        .client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace("policies")
        .list()
        .getItems();
  }

  /** Its name reads as that of a replica, of a policy that does not exist. */
  @Test
  void aRootWithADotInItsNameIsNotTakenForAReplicaWithoutALabel() {
    fixture.bind("dotted", "Policy", "web.v1");
    fixture.policy("policies", "web.v1", "", "");
    fixture.start();
    fixture.soon(() -> assertThat(fixture.policy("c1", "policies.web.v1")).isPresent());
    fixture.managedCluster("policies", "");
    fixture.stays(LONG, () -> assertThat(fixture.policy("policies", "web.v1")).isPresent());
  }

  @Test
  void whatNothingStandsForGoesTwentyAMinute() {
    IntStream.range(0, 50).forEach(i -> fixture.policy("c1", "stray-" + i, "", ""));
    fixture.start();
    fixture.attended();
    fixture.stays(Duration.ofSeconds(55), () -> assertThat(strays()).isEqualTo(50));
    fixture.soon(() -> assertThat(strays()).isEqualTo(30));
    fixture.stays(Duration.ofSeconds(55), () -> assertThat(strays()).isEqualTo(30));
    fixture.soon(() -> assertThat(strays()).isEqualTo(10));
    fixture.stays(Duration.ofSeconds(55), () -> assertThat(strays()).isEqualTo(10));
    fixture.soon(() -> assertThat(strays()).isZero());
  }

  /** The cluster applies it, and reports about it as about a replica. */
  @Test
  void whatAClusterReportsOfAStrayDoesNotMakeItARoot() {
    fixture.policy("c1", "stray-0", "", "");
    fixture.report("c1", "stray-0", Map.of("compliant", "Compliant", "details", List.of()));
    fixture.policy("c1", "stray-1", "", "");
    fixture.report("c1", "stray-1", Map.of("placement", List.of(Map.of("placement", "sites"))));
    fixture.start();
    fixture.attended();
    fixture.stays(Duration.ofSeconds(70), () -> assertThat(strays()).isPositive());
    assertThat(fixture.policy("c1", "stray-0")).isEmpty();
    assertThat(fixture.policy("c1", "stray-1")).isPresent();
  }

  private long strays() {
    return IntStream.range(0, 50)
        .filter(i -> fixture.policy("c1", "stray-" + i).isPresent())
        .count();
  }

  /** This process never saw its root, so that it is gone is no sign of its own. */
  @Test
  void aReplicaWithoutARootGoesAfterTheGraceAndOneWhoseRootWasSeenAtOnce() {
    fixture.policy(
        "c1",
        "policies.old",
        "labels: {policy.open-cluster-management.io/root-policy: policies.old}",
        "");
    replicated("");
    fixture.policyAt("policies", "web").delete();
    fixture.soon(() -> assertThat(fixture.replica("c1")).isEmpty());
    assertThat(fixture.policy("c1", "policies.old")).isPresent();
    fixture.stays(
        Duration.ofSeconds(30), () -> assertThat(fixture.policy("c1", "policies.old")).isPresent());
    fixture.stays(Duration.ofSeconds(25), () -> assertThat(fixture.replica("c1")).isEmpty());
    fixture.soon(() -> assertThat(fixture.policy("c1", "policies.old")).isEmpty());
  }
}
