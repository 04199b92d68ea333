package io.sluice.tools.dashboard;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Holds rollouts on a hub in memory, as a worker would have left them. */
public final class PageHub implements AutoCloseable {
  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client = connect();

  public PageHub() {
    create("apiVersion: v1\nkind: Namespace\nmetadata: {name: policies}");
  }

  public EmbeddedHub hub() {
    return hub;
  }

  public KubernetesClient client() {
    return client;
  }

  /** Starts a dashboard of it. */
  public DashboardServer serve() {
    return DashboardServer.start(
        client,
        new DashboardSettings(
            0, List.of("policies"), "policies", "https://hub.example.com", Optional.empty()));
  }

  KubernetesClient connect() {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(Config.empty())
                .withMasterUrl(hub.url())
                .withWatchReconnectLimit(0)
                .withRequestRetryBackoffLimit(0)
                .build())
        .build();
  }

  /** Connects as a user whom the hub has verified. */
  KubernetesClient connect(String user) {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(Config.empty())
                .withMasterUrl(hub.url())
                .withImpersonateUsername(user)
                .withWatchReconnectLimit(0)
                .withRequestRetryBackoffLimit(0)
                .build())
        .build();
  }

  /** Creates a policy of that strategy, bound to placement {@code fleet}. */
  public void policy(String name, String strategy) {
    create(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: %s, namespace: policies}
        spec: {disabled: false, rolloutStrategy: {type: %s}}
        """
            .formatted(name, strategy));
    create(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: %1$s, namespace: policies}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: %1$s}]
        """
            .formatted(name));
  }

  /** Creates a cluster of the hub. */
  public void cluster(String name) {
    GenericKubernetesResource cluster =
        Serialization.unmarshal(
            "---\n{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: %s}, spec: {hubAcceptsClient: true}}"
                .formatted(name),
            GenericKubernetesResource.class);
    client.genericKubernetesResources(Kinds.MANAGED_CLUSTER).resource(cluster).create();
  }

  /** Writes what clusters report of a policy: {@code prod-0001} and so on of that group. */
  public void reports(String policy, String group, int compliant, int nonCompliant) {
    List<String> rows = new ArrayList<>();
    for (int i = 1; i <= compliant + nonCompliant; i++) {
      rows.add(
          "{clustername: %1$s-%2$04d, clusternamespace: %1$s-%2$04d, compliant: %3$s}"
              .formatted(group, i, i <= compliant ? "Compliant" : "NonCompliant"));
    }
    status(
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace("policies")
            .withName(policy)
            .get(),
        "status: " + rows);
  }

  /** Puts clusters {@code <group>-0001} and so on into the groups of placement {@code fleet}. */
  public void fleet(Map<String, Integer> groups) {
    List<String> declared = new ArrayList<>();
    int index = 0;
    int all = 0;
    for (Map.Entry<String, Integer> group : groups.entrySet()) {
      List<String> pages = new ArrayList<>();
      for (int from = 0; from < group.getValue(); from += 100) {
        String page = "fleet-%d-%d".formatted(index, from / 100);
        pages.add(page);
        decisions(page, group.getKey(), index, from, Math.min(from + 100, group.getValue()));
      }
      declared.add(
          "{decisionGroupIndex: %d, decisionGroupName: %s, decisions: %s, clusterCount: %d}"
              .formatted(index++, group.getKey(), pages, group.getValue()));
      all += group.getValue();
    }
    GenericKubernetesResource placement =
        create(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Placement
            metadata: {name: fleet, namespace: policies}
            spec: {}
            """);
    status(placement, "numberOfSelectedClusters: %d\ndecisionGroups: %s".formatted(all, declared));
  }

  private void decisions(String page, String group, int index, int from, int to) {
    GenericKubernetesResource decision =
        create(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: PlacementDecision
            metadata:
              name: %s
              namespace: policies
              labels:
                cluster.open-cluster-management.io/placement: fleet
                cluster.open-cluster-management.io/decision-group-index: "%d"
                cluster.open-cluster-management.io/decision-group-name: %s
            """
                .formatted(page, index, group));
    status(
        decision,
        "decisions: "
            + IntStream.range(from, to)
                .mapToObj(i -> "{clusterName: %s-%04d, reason: ''}".formatted(group, i + 1))
                .toList());
  }

  /** Creates the Rollout of a policy with that status, as YAML. */
  public void rollout(String policy, String status) {
    status(
        create(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Rollout
            metadata: {name: policy-%s, namespace: policies}
            spec: {}
            """
                .formatted(policy)),
        status);
  }

  /** Writes the status of the Rollout of a policy anew. */
  public void change(String policy, String status) {
    status(
        client
            .genericKubernetesResources("cluster.open-cluster-management.io/v1beta1", "Rollout")
            .inNamespace("policies")
            .withName("policy-" + policy)
            .get(),
        status);
  }

  /** Gives a policy the annotation that names its version. */
  public void version(String policy, String version) {
    client
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace("policies")
        .withName(policy)
        .edit(
            object -> {
              object.getMetadata().setAnnotations(Map.of(RootPolicy.VERSION, version));
              return object;
            });
  }

  /** Writes the spec of the Rollout of a policy, as YAML. */
  public void approvals(String policy, String spec) {
    client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace("policies")
        .withName("policy-" + policy)
        .edit(
            object -> {
              object.setAdditionalProperty(
                  "spec", Serialization.unmarshal("---\n" + spec, Map.class));
              return object;
            });
  }

  private void status(GenericKubernetesResource object, String yaml) {
    object.setAdditionalProperty("status", Serialization.unmarshal(yaml, Map.class));
    client.resource(object).updateStatus();
  }

  private GenericKubernetesResource create(String yaml) {
    return client.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class)).create();
  }

  /** Returns the status of a rollout of 5 and 15 clusters that waits for an approval of prod. */
  public static String waiting() {
    return """
    attempt: 1
    rolloutUID: u1
    currentRolloutGeneration: 1
    phase: WaitingForApproval
    waitingFor: Waiting for approval of group prod.
    waitingSince: "2026-01-05T10:00:40Z"
    startedAt: "2026-01-05T10:00:00Z"
    runOpen: true
    reason: group prod is not approved
    counts: {clusters: 20, toApply: 15, succeeded: 4, failed: 1}
    decisionGroups:
      - {placement: fleet, groupName: dev, groupIndex: 0, approved: true, failuresTolerated: 1, counts: {clusters: 5, succeeded: 4, failed: 1}}
      - {placement: fleet, groupName: prod, groupIndex: 1, approved: false, counts: {clusters: 15, toApply: 15}, inform: {comply: 3, wouldChange: 12, notReported: 0}}
    exceptions:
      - {cluster: dev-0003, groupName: dev, status: Failed, reason: NonCompliant, since: "2026-01-05T10:00:30Z", message: "<script>alert(1)</script> & \\"quoted\\""}
    approvals:
      - {groupName: dev, approved: true, by: "sluice:ann", how: Spec, at: "2026-01-05T10:00:01Z"}
    """;
  }

  /** Returns the status of a rollout of 1,000 clusters that is under way, with long names. */
  public static String large() {
    return """
    attempt: 4
    rolloutUID: u4
    currentRolloutGeneration: 7
    policyVersion: v7
    phase: Progressing
    waitingFor: Waiting for 42 clusters of group production-worldwide-first-wave.
    waitingSince: "2026-01-05T10:10:40Z"
    startedAt: "2026-01-05T10:00:00Z"
    nextCheckAt: "2026-01-05T10:20:00Z"
    runOpen: true
    reason: 42 of 60 are started
    counts: {clusters: 1000, toApply: 838, progressing: 42, succeeded: 118, failed: 1, timeOut: 1}
    decisionGroups:
      - {placement: fleet, groupName: dev, groupIndex: 0, approved: true, counts: {clusters: 5, succeeded: 5}}
      - {placement: fleet, groupName: prod, groupIndex: 1, approved: true, failuresTolerated: 2, counts: {clusters: 15, succeeded: 13, failed: 1, timeOut: 1}}
      - {placement: fleet, groupName: production-worldwide-first-wave, groupIndex: 2, approved: true, counts: {clusters: 980, toApply: 838, progressing: 42, succeeded: 100}}
    exceptions:
      - {cluster: prod-0003, groupName: prod, status: Failed, reason: NonCompliant, since: "2026-01-05T10:04:30Z", message: "Certificate web-tls in namespace istio-system is not ready: the issuer letsencrypt-production refused the order."}
      - {cluster: prod-0007, groupName: prod, status: TimeOut, reason: Silent, since: "2026-01-05T10:05:30Z", message: "It has not reported for 5 min."}
    approvals:
      - {groupName: dev, approved: true, by: "sluice:ann", how: Spec, at: "2026-01-05T10:00:01Z"}
      - {groupName: prod, approved: true, by: "sluice:system:serviceaccount:release-automation:approver", how: Spec, at: "2026-01-05T10:02:00Z", comment: "CHG-20261 is approved"}
    history:
      - {rolloutUID: u3, generation: 6, outcome: Failed, startedAt: "2026-01-04T10:00:00Z", endedAt: "2026-01-04T10:20:00Z", reason: "2 clusters failed, 1 is tolerated"}
    """;
  }

  @Override
  public void close() {
    client.close();
    hub.close();
  }
}
