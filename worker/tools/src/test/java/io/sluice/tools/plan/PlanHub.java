package io.sluice.tools.plan;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A hub with a policy that is placed on the groups dev, stage and prod, for tests of commands. */
public final class PlanHub implements AutoCloseable {
  private static final String GROUP =
      "{decisionGroupIndex: %d, decisionGroupName: %s, decisions: [sites-%d], clusterCount: 2}";

  static final String BINDING =
      """
      apiVersion: policy.open-cluster-management.io/v1
      kind: PlacementBinding
      metadata: {name: sites, namespace: policies}
      placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: sites}
      subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
      """;

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build())
          .build();

  public PlanHub() {
    write("{apiVersion: v1, kind: Namespace, metadata: {name: policies}}");
    for (String cluster : List.of("d1", "d2", "s1", "s2", "p1", "p2")) {
      write("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(cluster));
      available(cluster, "True");
    }
    withStatus(
        "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name:"
            + " sites, namespace: policies}, spec: {}}",
        "{numberOfSelectedClusters: 6, decisionGroups: [%s, %s, %s]}"
            .formatted(
                GROUP.formatted(0, "dev", 1),
                GROUP.formatted(1, "stage", 2),
                GROUP.formatted(2, "prod", 3)));
    decision(1, "dev", "d1", "d2");
    decision(2, "stage", "s1", "s2");
    decision(3, "prod", "p1", "p2");
    write(BINDING);
  }

  /** Returns the objects of the policy and its fleet as {@code kubectl get -o yaml} shows them. */
  public String dump() {
    List<GenericKubernetesResource> all = new ArrayList<>();
    for (ResourceDefinitionContext kind :
        List.of(
            Kinds.POLICY,
            Kinds.PLACEMENT_BINDING,
            Kinds.PLACEMENT,
            Kinds.PLACEMENT_DECISION,
            Kinds.MANAGED_CLUSTER)) {
      all.addAll(client.genericKubernetesResources(kind).inAnyNamespace().list().getItems());
    }
    return all.stream().map(Serialization::asYaml).collect(Collectors.joining("---\n"));
  }

  public String url() {
    return hub.url();
  }

  /** Writes the policy with this strategy, in flow style. */
  public PlanHub strategy(String strategy) {
    write(policy(strategy));
    return this;
  }

  /** Returns the manifest of the policy with this strategy. */
  public static String policy(String strategy) {
    return """
    apiVersion: policy.open-cluster-management.io/v1
    kind: Policy
    metadata: {name: web, namespace: policies}
    spec:
      disabled: false
      remediationAction: enforce
      rolloutStrategy: %s
      policy-templates:
      - objectDefinition:
          apiVersion: policy.open-cluster-management.io/v1
          kind: ConfigurationPolicy
          metadata: {name: web}
          spec: {remediationAction: enforce, severity: low}
    """
        .formatted(strategy);
  }

  /** Has OCM's propagator write the replicas, and the gate stage the policy. */
  PlanHub gated() {
    write("{apiVersion: v1, kind: Namespace, metadata: {name: open-cluster-management}}");
    write(
        "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {namespace:"
            + " open-cluster-management, name: policy-propagator.open-cluster-management.io}, spec:"
            + " {holderIdentity: propagator}}");
    write(
        policy("")
            .replace("  rolloutStrategy: \n", "")
            .replace(
                "namespace: policies}",
                "namespace: policies, labels: {sluice.io/staged: \"true\"}}"));
    return this;
  }

  /** Writes the Rollout of the policy with this spec and status, in flow style. */
  public PlanHub rollout(String spec, String status) {
    withStatus(
        "{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Rollout, metadata: {name:"
            + " policy-web, namespace: policies}, spec: %s}".formatted(spec),
        status);
    return this;
  }

  /** Writes the rows of the policy's status, in flow style. */
  public void rows(String rows) {
    GenericKubernetesResource policy =
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace("policies")
            .withName("web")
            .get();
    policy.setAdditionalProperty(
        "status", Serialization.unmarshal("---\n{status: [%s]}".formatted(rows), Map.class));
    client.resource(policy).updateStatus();
  }

  /** Sets whether a cluster is Available. */
  public PlanHub available(String cluster, String status) {
    withStatus(
        "{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: %s}, spec: {hubAcceptsClient: true}}"
            .formatted(cluster),
        "{conditions: [{type: ManagedClusterConditionAvailable, status: \"%s\", reason: Test, message: m, lastTransitionTime: \"2026-03-01T10:00:00Z\"}]}"
            .formatted(status));
    return this;
  }

  private void decision(int number, String group, String... clusters) {
    withStatus(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: sites-%d
          namespace: policies
          labels:
            cluster.open-cluster-management.io/placement: sites
            cluster.open-cluster-management.io/decision-group-index: "%d"
            cluster.open-cluster-management.io/decision-group-name: %s
        """
            .formatted(number, number - 1, group),
        "{decisions: [{clusterName: %s, reason: ''}, {clusterName: %s, reason: ''}]}"
            .formatted(clusters[0], clusters[1]));
  }

  private GenericKubernetesResource write(String yaml) {
    GenericKubernetesResource object =
        Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class);
    return client.resource(object).createOr(NonDeletingOperation::update);
  }

  private void withStatus(String yaml, String status) {
    GenericKubernetesResource object = write(yaml);
    object.setAdditionalProperty("status", Serialization.unmarshal("---\n" + status, Map.class));
    client.resource(object).updateStatus();
  }

  @Override
  public void close() {
    client.close();
    hub.close();
  }
}
