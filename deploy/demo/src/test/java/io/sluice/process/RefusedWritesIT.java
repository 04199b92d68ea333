package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.hub.replica.WriteResult;
import io.sluice.policy.PolicyName;
import io.sluice.policy.ReplicaContent;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lets a real API server refuse the write of one cluster (rollout-strategy 3.4). */
@Timeout(Patience.TEST)
class RefusedWritesIT {
  private static final PolicyName POLICY = new PolicyName("refused-writes", "web");

  private static final String RULES =
      """
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicy
      metadata: {name: refused-writes}
      spec:
        failurePolicy: Fail
        matchConstraints:
          namespaceSelector: {matchLabels: {refused-writes: refused-vap}}
          resourceRules: [{apiGroups: [policy.open-cluster-management.io], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [policies]}]
        validations: [{expression: "false", message: this cluster takes no policies}]
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingAdmissionPolicyBinding
      metadata: {name: refused-writes}
      spec: {policyName: refused-writes, validationActions: [Deny]}
      ---
      apiVersion: admissionregistration.k8s.io/v1
      kind: ValidatingWebhookConfiguration
      metadata: {name: refused-writes}
      webhooks:
      - name: refused-writes.sluice.test
        failurePolicy: Fail
        sideEffects: None
        admissionReviewVersions: [v1]
        timeoutSeconds: 10
        clientConfig: {url: "https://127.0.0.1:1/"}
        namespaceSelector: {matchLabels: {refused-writes: refused-webhook}}
        rules: [{apiGroups: [policy.open-cluster-management.io], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [policies]}]
      """;

  private final KubernetesClient admin = SharedDevServers.get().client();
  private final KubernetesClient worker = SharedDevServers.get().workerClient();
  private final ReplicaWriter writer = new ReplicaWriter(worker, Clock.systemUTC());

  @AfterEach
  void stop() {
    worker.close();
    admin.close();
  }

  private void namespace(String name) {
    admin
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("refused-writes", name)
                .endMetadata()
                .build())
        .serverSideApply();
  }

  private WriteResult write(String cluster) {
    DesiredReplica desired =
        new DesiredReplica(
            POLICY,
            cluster,
            iv ->
                new ReplicaContent(
                    Map.of("policy.open-cluster-management.io/root-policy", POLICY.replicaName()),
                    Map.of(),
                    Map.of("disabled", false, "policy-templates", List.of())),
            DispatchRule.none());
    return writer.write(desired, Optional.empty());
  }

  private WriteResult refused(String cluster) {
    return await("the server enforces it")
        .atMost(Patience.MOST)
        .until(
            () -> {
              WriteResult result = write(cluster);
              writer.delete(POLICY, cluster, Optional.empty(), live -> true);
              return result;
            },
            result -> result.kind() == WriteResult.Kind.REFUSED);
  }

  @Test
  void anAdmissionPolicyAndAFailingWebhookRefuseOneClusterEach() {
    List.of("refused-vap", "refused-webhook", "not-refused").forEach(this::namespace);
    var rules = admin.load(new ByteArrayInputStream(RULES.getBytes(StandardCharsets.UTF_8)));
    rules.serverSideApply();
    try {
      assertThat(refused("refused-vap").why()).contains("this cluster takes no policies");
      assertThat(refused("refused-webhook").why())
          .startsWith("the hub failed on this replica (500)")
          .contains("failed calling webhook");
      assertThat(write("not-refused").kind()).isEqualTo(WriteResult.Kind.CREATED);
      assertThat(write("refused-nowhere").why())
          .startsWith("the cluster has no namespace on the hub");
    } finally {
      rules.delete();
    }
  }
}
