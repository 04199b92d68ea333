package io.sluice.tools.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.PolicyName;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.tools.status.StatusSubject;
import io.sluice.tools.status.StatusView;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tells what the replica of a cluster shows of the gate (gate 4). */
class HubClusterReaderTest {
  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client =
      new KubernetesClientBuilder()
          .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build())
          .build();

  @AfterEach
  void close() {
    client.close();
    hub.close();
  }

  /** Returns what is said of a replica with these labels, beside those that each has. */
  private Optional<String> held(String labels, String managedFields) {
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName("c1").endMetadata().build())
        .create();
    client
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: policy.open-cluster-management.io/v1
                kind: Policy
                metadata:
                  name: policies.web
                  namespace: c1
                  labels: {policy.open-cluster-management.io/root-policy: policies.web, policy.open-cluster-management.io/cluster-name: c1, policy.open-cluster-management.io/cluster-namespace: c1, sluice.io/staged: "true"%s}
                  managedFields: [%s]
                spec: {disabled: false, remediationAction: enforce, policy-templates: []}
                """
                    .formatted(labels, managedFields),
                GenericKubernetesResource.class))
        .create();
    StatusView view =
        new StatusView(
            StatusSubject.of(new PolicyName("policies", "web")),
            5,
            false,
            Optional.of("manualPerGroup"),
            Optional.empty(),
            List.of(),
            List.of(),
            new RolloutStatus());
    return new HubClusterReader(client).read(view, "c1").held();
  }

  private static String wrote(String manager, String time, String fields) {
    return "{manager: %s, operation: Update, time: '%s', fieldsType: FieldsV1, fieldsV1: {%s}}"
        .formatted(manager, time, fields);
  }

  @Test
  void aTicketThatIsNotUsedIsNamedAndSinceWhenItIsThere() {
    assertThat(
            held(
                ", sluice.io/release: '2'",
                wrote("propagator", "2026-02-03T09:00:00Z", "'f:spec': {}")
                    + ", "
                    + wrote(
                        "sluice",
                        "2026-02-03T10:00:00Z",
                        "'f:metadata': {'f:labels': {'f:sluice.io/release': {}}}")))
        .contains(
            "Its replica has the ticket of attempt 2, since 2026-02-03T10:00:00Z: OCM's propagator"
                + " has not used it yet. It reports nothing yet.");
  }

  @Test
  void whatWasWrittenIsDatedAndWhatTheGateHasPutBackIsNamed() {
    assertThat(
            held(
                ", sluice.io/held: 'true'",
                wrote("propagator", "2026-02-03T09:00:00Z", "'f:spec': {}")))
        .contains(
            "Its replica was written last at 2026-02-03T09:00:00Z; the gate has put a change"
                + " back since. It reports nothing yet.");
  }

  @Test
  void withoutManagedFieldsItIsNotDated() {
    assertThat(held("", ""))
        .contains("Its replica is written by OCM's propagator. It reports nothing yet.");
  }
}
