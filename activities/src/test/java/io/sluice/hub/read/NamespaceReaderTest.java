package io.sluice.hub.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.PendingReads;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.schedule.CalendarReader;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NamespaceReaderTest {
  private final TestHub hub = new TestHub();
  private final RequestPool pool = new RequestPool(2);

  @AfterEach
  void close() {
    pool.close();
    hub.close();
  }

  private NamespaceReader.Objects read(HubMode mode, String namespace) {
    KubernetesClient client = hub.client;
    HubApi api = new HubApi(client);
    NamespaceReader reader = new NamespaceReader(api, mode, new CalendarReader(api), pool);
    try (PendingReads reads = pool.reads()) {
      return reads.answer(reader.ask(namespace), "read namespace " + namespace);
    }
  }

  private static List<String> names(List<GenericKubernetesResource> objects) {
    return objects.stream().map(object -> object.getMetadata().getName()).toList();
  }

  @Test
  void readsWhatDecidesAboutAllPoliciesOfANamespace() {
    hub.fleet("c1", "c2");

    NamespaceReader.Objects found = read(HubMode.STANDALONE, "retail");

    assertThat(names(found.bindings())).containsExactly("fleet");
    assertThat(names(found.placements())).containsExactly("fleet");
    assertThat(names(found.decisions())).containsExactly("fleet-decision-1");
    assertThat(found.sets()).isEmpty();
    assertThat(found.rules()).isEmpty();
    assertThat(found.ofCluster()).hasValue(List.of());
    assertThat(found.cluster()).isFalse();
    assertThat(read(HubMode.STANDALONE, "c1").cluster()).isTrue();
    assertThat(read(HubMode.BESIDE, "c1").cluster()).as("nobody asks there").isFalse();
  }

  @Test
  void readsEachRuleThatBindingsNameOnce() {
    for (String binding : List.of("one", "two")) {
      hub.create(
          """
          apiVersion: policy.open-cluster-management.io/v1
          kind: PlacementBinding
          metadata: {name: %s, namespace: retail}
          placementRef: {apiGroup: apps.open-cluster-management.io, kind: PlacementRule, name: legacy}
          subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: tls}]
          """
              .formatted(binding));
    }
    GenericKubernetesResource rule =
        hub.client
            .getKubernetesSerialization()
            .unmarshal(
                """
                apiVersion: apps.open-cluster-management.io/v1
                kind: PlacementRule
                metadata: {name: legacy, namespace: retail}
                spec: {}
                """,
                GenericKubernetesResource.class);
    hub.client
        .genericKubernetesResources(Kinds.PLACEMENT_RULE)
        .inNamespace("retail")
        .resource(rule)
        .create();

    assertThat(names(read(HubMode.STANDALONE, "retail").rules())).containsExactly("legacy");
  }

  @Test
  void aListThatFailsSaysWhichOne() {
    hub.hub
        .faults()
        .inject(
            RequestMatcher.anything().verb("list").kind(Kinds.PLACEMENT.getKind()),
            Fault.error(403));

    assertThatThrownBy(() -> read(HubMode.STANDALONE, "retail"))
        .isInstanceOf(HubException.class)
        .hasMessageContaining("list Placement objects in retail");
  }
}
