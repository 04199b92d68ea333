package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.crd.Kinds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sends writes without managed fields to a real API server, which keeps those of others. */
@Timeout(Patience.TEST)
class ForeignManagedFieldsIT {
  private static final String NAMESPACE = "foreign-fields";
  private static final String OTHER = "gitops";

  private KubernetesClient admin;

  @BeforeEach
  void connect() {
    admin = SharedDevServers.get().client();
    admin
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .serverSideApply();
  }

  @AfterEach
  void close() {
    admin.close();
  }

  @Test
  void fieldsOfOthersStayTheirsThroughWritesOfObjectAndStatus() {
    ManagedFieldsEntry before = applied(apply("platform"));
    HubApi hub = new HubApi(admin);
    GenericKubernetesResource read = hub.get(Kinds.POLICY, NAMESPACE, "shared").orElseThrow();
    Map<String, String> annotations = new HashMap<>();
    annotations.put("example.com/note", "written over");
    read.getMetadata().setAnnotations(annotations);

    GenericKubernetesResource updated = hub.update(Kinds.POLICY, read);
    updated.setAdditionalProperty("status", Map.of("compliant", "Compliant"));
    GenericKubernetesResource shown = hub.updateStatus(Kinds.POLICY, updated);

    assertThat(applied(shown)).isEqualTo(before);
    assertThat(shown.getMetadata().getManagedFields())
        .filteredOn(entry -> "Update".equals(entry.getOperation()))
        .extracting(ManagedFieldsEntry::getSubresource)
        .containsExactlyInAnyOrder(null, "status");
    // Without force: a field that another one had taken over would be a conflict.
    assertThat(apply("security").getMetadata().getLabels()).containsEntry("team", "security");
  }

  private GenericKubernetesResource apply(String team) {
    return admin
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: policy.open-cluster-management.io/v1
                kind: Policy
                metadata: {namespace: %s, name: shared, labels: {team: %s}}
                spec: {disabled: true, policy-templates: []}
                """
                    .formatted(NAMESPACE, team),
                GenericKubernetesResource.class))
        .fieldManager(OTHER)
        .serverSideApply();
  }

  private static ManagedFieldsEntry applied(GenericKubernetesResource policy) {
    List<ManagedFieldsEntry> entries = policy.getMetadata().getManagedFields();
    return entries.stream()
        .filter(entry -> OTHER.equals(entry.getManager()))
        .findFirst()
        .orElseThrow();
  }
}
