package io.sluice.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.policy.PolicyName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyMetricsTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");

  /** Namespaces of managed clusters begin with c. */
  private final ReplicaStore store = new ReplicaStore(namespace -> namespace.startsWith("c"));

  private final PropagationFailures failures = new PropagationFailures();
  private final PolicyMetrics metrics = new PolicyMetrics(store, failures);

  private void policy(String namespace, String name, String labels, String disabled, String state) {
    GenericKubernetesResource policy =
        Serialization.unmarshal(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata: {name: %s, namespace: %s, uid: u, resourceVersion: "1", labels: {%s}}
            spec: {disabled: %s, policy-templates: []}
            status: {%s}
            """
                .formatted(
                    name,
                    namespace,
                    labels,
                    disabled,
                    state.isEmpty() ? "" : "compliant: " + state),
            GenericKubernetesResource.class);
    store.put(namespace + "/" + name, policy);
  }

  private void root(String name, String state) {
    policy("policies", name, "", "false", state);
  }

  private void replica(String cluster, String state) {
    policy(
        cluster,
        "policies.web",
        "policy.open-cluster-management.io/root-policy: policies.web",
        "false",
        state);
  }

  private List<String> samples() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.builder()
        .build()
        .write(out, new MetricSnapshots(metrics.snapshots()));
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  private static String root(String name, int value) {
    return "policy_governance_info{cluster_namespace=\"<null>\",policy=\"%s\",policy_namespace=\"policies\",type=\"root\"} %d.0"
        .formatted(name, value);
  }

  private static String propagated(String cluster, int value) {
    return "policy_governance_info{cluster_namespace=\"%s\",policy=\"web\",policy_namespace=\"policies\",type=\"propagated\"} %d.0"
        .formatted(cluster, value);
  }

  @Test
  void rootsAndReplicasShowTheirComplianceAsThePropagatorExportsIt() throws IOException {
    root("web", "NonCompliant");
    root("api", "");
    replica("c1", "Compliant");
    replica("c2", "NonCompliant");
    replica("c3", "Pending");
    replica("c4", "");
    assertThat(samples())
        .containsExactlyInAnyOrder(
            root("web", 1),
            root("api", -1),
            propagated("c1", 0),
            propagated("c2", 1),
            propagated("c3", -1),
            propagated("c4", -1));
  }

  @Test
  void disabledPoliciesAndForeignReplicasAreNotExported() throws IOException {
    policy("policies", "off", "", "true", "Compliant");
    replica("hosted", "Compliant");
    policy("c1", "unlabelled", "", "false", "Compliant");
    assertThat(samples()).isEmpty();
  }

  @Test
  void whatIsGoneVanishes() throws IOException {
    root("web", "Compliant");
    replica("c1", "Compliant");
    failures.failed(WEB);
    failures.failed(WEB);
    assertThat(samples())
        .containsExactlyInAnyOrder(
            root("web", 0),
            propagated("c1", 0),
            "policy_propagation_failure_total{name=\"web\",namespace=\"policies\"} 2.0");

    store.remove("c1/policies.web");
    store.remove("policies/web");
    assertThat(samples()).isEmpty();
  }

  @Test
  void tenThousandClustersAreExported() throws IOException {
    root("web", "Compliant");
    for (int cluster = 0; cluster < 10_000; cluster++) {
      replica("c" + cluster, "Compliant");
    }
    assertThat(samples()).hasSize(10_001).contains(propagated("c9999", 0));
  }
}
