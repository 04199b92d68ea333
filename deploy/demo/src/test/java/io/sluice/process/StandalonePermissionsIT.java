package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.devservers.AuditLog;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that a worker that stands alone uses each verb that {@code deploy/rbac} grants, and no
 * other, but for those in {@code rights-without-request.txt}.
 */
@Timeout(2 * Patience.TEST)
class StandalonePermissionsIT {
  private static final String WORKER = "sluice";
  private static final String STRATEGY = "{type: ProgressivePerGroup}";
  private static final String EVALUATED =
      """
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Placement
      metadata: {name: evaluated, namespace: NAMESPACE, annotations: {cluster.open-cluster-management.io/experimental-scheduling-disable: "true"}}
      spec:
        clusterSets: [rights]
        decisionStrategy: {groupStrategy: {decisionGroups: [{groupName: %s, groupClusterSelector: {labelSelector: {matchLabels: {rights: %s}}}}]}}
        predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {rights: "yes"}}}}]
      """;

  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();
  private final AuditLog audit = new AuditLog(servers.servers().auditLog());

  @Test
  void everyVerbIsUsedAndNoRequestIsForbidden() throws InterruptedException {
    long begin = audit.length();
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      // Another test on these servers may have left it.
      fixture.client().leases().inNamespace("sluice-system").withName("sluice").delete();
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
      try (WorkerJvm worker = start("annotated")) {
        Patience.await().until(worker::leads);
        playAPolicy(fixture);
        playASet(fixture);
        playAPlacement(fixture);
        playARule(fixture);
        worker.terminate();
      }
      try (WorkerJvm worker = start("all")) {
        Patience.await().until(worker::leads);
        playTheEnd(fixture);
      }
    }
    List<Permission> granted =
        PermissionCheck.needed(HubMode.STANDALONE, Optional.of("sluice-system"), PlacementMode.ALL);
    UsedRights.of(audit.from(begin).stream().filter(e -> e.user().equals(WORKER)).toList())
        .coveredBy(granted)
        .useAll(granted, Optional.of("rights-without-request.txt"));
  }

  private WorkerJvm start(String placements) {
    return WorkerJvm.start(
        servers.servers(),
        folder.resolve(placements + ".log"),
        "--soak-floor",
        "1s",
        "--placements",
        placements);
  }

  private static void playAPolicy(RolloutFixture fixture) {
    for (String content : List.of("one", "two")) {
      fixture.policy(content, STRATEGY);
      fixture.awaitStatus(
          Patience.MOST,
          status -> "Done".equals(status.get("phase")) && fixture.content("p1").equals(content));
    }
    dependOnASet(fixture);
    // Repaired, made again, and deleted once nothing selects its cluster any more.
    fixture.edit(
        "d1",
        fixture.replicaName(),
        replica -> {
          replica.getMetadata().getLabels().put("mine", "yes");
          return replica;
        });
    Patience.await()
        .until(
            () ->
                !fixture.replica("d1").orElseThrow().getMetadata().getLabels().containsKey("mine"));
    fixture.client().resource(fixture.replica("d1").orElseThrow()).delete();
    Patience.await().until(() -> fixture.replica("d1").isPresent());
    fixture.leave("prod", "p1");
    Patience.await().until(() -> fixture.replica("p1").isEmpty());
    // Without a strategy there is no Rollout.
    fixture.policy("three", "");
    Patience.await().until(() -> fixture.content("d1").equals("three"));
    Patience.await().until(() -> fixture.rollout().isEmpty());
  }

  private static void playASet(RolloutFixture fixture) {
    fixture.apply(
        """
        apiVersion: policy.open-cluster-management.io/v1beta1
        kind: PolicySet
        metadata: {name: rights, namespace: NAMESPACE}
        spec: {policies: [web]}
        """,
        false);
    Patience.await()
        .until(
            () ->
                !HubObjects.part(fixture.find(Kinds.POLICY_SET, "rights").orElseThrow(), "status")
                    .isEmpty());
  }

  /** A set of another namespace that a staged policy depends on is read where it is. */
  private static void dependOnASet(RolloutFixture fixture) {
    fixture.edit(
        fixture.namespace(),
        "web",
        policy -> {
          Map<String, Object> spec = new TreeMap<>(RolloutFixture.part(policy, "spec"));
          spec.put(
              "dependencies",
              List.of(
                  Map.of(
                      "apiVersion", "policy.open-cluster-management.io/v1beta1",
                      "kind", "PolicySet",
                      "name", "base",
                      "namespace", "default",
                      "compliance", "Compliant")));
          policy.setAdditionalProperty("spec", spec);
          return policy;
        });
    Patience.await()
        .until(
            () ->
                RolloutFixture.part(fixture.replica("d1").orElseThrow(), "spec")
                    .containsKey("dependencies"));
  }

  /** Decides, renames a group, and decides for none any more. */
  private static void playAPlacement(RolloutFixture fixture) {
    fixture.apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta2
        kind: ManagedClusterSet
        metadata: {name: rights}
        spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {rights: "yes"}}}}
        """,
        false);
    fixture.apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta2
        kind: ManagedClusterSetBinding
        metadata: {name: rights, namespace: NAMESPACE}
        spec: {clusterSet: rights}
        """,
        false);
    label(fixture, "yes");
    for (String group : List.of("first", "second")) {
      fixture.apply(EVALUATED.formatted(group, "\"yes\""), false);
      Patience.await()
          .untilAsserted(
              () ->
                  assertThat(decisions(fixture))
                      .anySatisfy(
                          decision ->
                              assertThat(decision.getMetadata().getLabels()).containsValue(group)));
    }
    fixture.apply(EVALUATED.formatted("first", "\"no\""), false);
    label(fixture, "no");
    Patience.await().until(() -> decisions(fixture).size() <= 1);
    fixture.client().resource(fixture.find(Kinds.PLACEMENT, "evaluated").orElseThrow()).delete();
    Patience.await().until(() -> decisions(fixture).isEmpty());
  }

  private static void label(RolloutFixture fixture, String value) {
    Patience.written(
        () ->
            fixture
                .client()
                .genericKubernetesResources(Kinds.MANAGED_CLUSTER)
                .withName("d1")
                .edit(
                    cluster -> {
                      cluster.getMetadata().setLabels(Map.of("rights", value));
                      return cluster;
                    }));
  }

  private static List<GenericKubernetesResource> decisions(RolloutFixture fixture) {
    return fixture
        .client()
        .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
        .inNamespace(fixture.namespace())
        .withLabel("cluster.open-cluster-management.io/placement", "evaluated")
        .list()
        .getItems();
  }

  /** The Rollout that a person has created before gets an owner. */
  private static void playARule(RolloutFixture fixture) {
    fixture.apply(
        """
        apiVersion: apps.open-cluster-management.io/v1
        kind: PlacementRule
        metadata: {name: rule, namespace: NAMESPACE}
        spec: {}
        status: {decisions: [{clusterName: p1, clusterNamespace: p1}]}
        """,
        true);
    fixture.apply(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: by-rule, namespace: NAMESPACE}
        placementRef: {apiGroup: apps.open-cluster-management.io, kind: PlacementRule, name: rule}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
        """,
        false);
    fixture.rollout("{paused: false}");
    fixture.policy("four", STRATEGY);
    Patience.await().until(() -> fixture.content("p1").equals("four"));
    fixture.awaitPhase(Patience.MOST, "Done");
  }

  private static void playTheEnd(RolloutFixture fixture) {
    fixture.client().resource(fixture.root()).delete();
    Patience.await().until(() -> fixture.replica("d1").isEmpty());
  }
}
