package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.hub.replica.WriteResult;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.policy.ReplicaContent;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writes replicas, which then have no managed fields, to a real API server. */
@Timeout(Patience.TEST)
class ReplicaManagedFieldsIT {
  private static final String CLUSTER = "unmanaged-fields";
  private static final PolicyName POLICY = new PolicyName("policies", "unmanaged");

  private KubernetesClient admin;
  private ReplicaWriter writer;

  @BeforeEach
  void connect() {
    admin = SharedDevServers.get().client();
    admin
        .resource(new NamespaceBuilder().withNewMetadata().withName(CLUSTER).endMetadata().build())
        .serverSideApply();
    writer = new ReplicaWriter(admin, Clock.systemUTC());
  }

  @AfterEach
  void close() {
    admin.resource(replica()).delete();
    admin.close();
  }

  @Test
  void aChangedReplicaHasNoneUntilSomeoneAppliesIt() {
    assertThat(write(false)).isEqualTo(WriteResult.Kind.CREATED);
    report("NonCompliant");
    assertThat(managers()).as("as every object that is created").hasSize(2);

    assertThat(write(true)).isEqualTo(WriteResult.Kind.UPDATED);
    assertThat(managers()).isEmpty();
    assertThat(replica().<Boolean>get("spec", "disabled")).isTrue();
    assertThat(compliance()).isEqualTo("NonCompliant");

    report("Compliant");
    assertThat(managers()).isEmpty();
    assertThat(compliance()).isEqualTo("Compliant");
    assertThat(write(true)).isEqualTo(WriteResult.Kind.UNCHANGED);

    apply();
    assertThat(managers()).contains("gitops");
  }

  private WriteResult.Kind write(boolean disabled) {
    ReplicaContent content =
        new ReplicaContent(
            Map.of("policy.open-cluster-management.io/root-policy", POLICY.replicaName()),
            Map.of(),
            Map.of("disabled", disabled, "policy-templates", List.of()));
    return writer
        .write(
            new DesiredReplica(POLICY, CLUSTER, vector -> content, DispatchRule.none()),
            writer.read(POLICY, CLUSTER))
        .kind();
  }

  private GenericKubernetesResource replica() {
    return admin
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace(CLUSTER)
        .withName(POLICY.replicaName())
        .get();
  }

  private List<String> managers() {
    return replica().getMetadata().getManagedFields().stream()
        .map(ManagedFieldsEntry::getManager)
        .toList();
  }

  private void report(String compliance) {
    GenericKubernetesResource replica = replica();
    replica.setAdditionalProperty("status", Map.of("compliant", compliance));
    admin.resource(replica).updateStatus();
  }

  private Object compliance() {
    return JsonTree.map(replica().getAdditionalProperties().get("status")).get("compliant");
  }

  private void apply() {
    admin
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: policy.open-cluster-management.io/v1
                kind: Policy
                metadata: {namespace: %s, name: %s, labels: {team: platform}}
                """
                    .formatted(CLUSTER, POLICY.replicaName()),
                GenericKubernetesResource.class))
        .fieldManager("gitops")
        .serverSideApply();
  }
}
