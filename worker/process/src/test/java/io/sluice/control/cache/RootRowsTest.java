package io.sluice.control.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.rollout.OverrideHub;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.read.HubMode;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.time.ProcessTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Keeps the rows of a root's status where Sluice writes them, and nowhere else. */
class RootRowsTest {
  private static final PolicyName POLICY = new PolicyName("policies", "web");
  private static final Map<String, Object> STATUS =
      Map.of("compliant", "Compliant", "status", List.of(Map.of("clustername", "c1")));

  @Test
  void rowsAreKeptWhereSluiceWritesThem() {
    assertThat(cached(HubMode.STANDALONE)).isEqualTo(STATUS);
  }

  @Test
  void rowsAreNotKeptWhereOcmsPropagatorWritesThem() {
    assertThat(cached(HubMode.BESIDE)).isEqualTo(Map.of("compliant", "Compliant"));
  }

  /** Returns the status of a root as it is cached after the propagator has written it. */
  private static Map<String, Object> cached(HubMode mode) {
    try (OverrideHub hub = new OverrideHub();
        HubCaches caches =
            HubCachesBuilder.of(hub.client, ChangeListener.NONE, ProcessTime.SYSTEM)
                .mode(mode)
                .start()) {
      write(hub.client);
      Patience.await().until(() -> !status(caches).isEmpty());
      return status(caches);
    }
  }

  private static void write(KubernetesClient client) {
    GenericKubernetesResource root =
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(POLICY.namespace())
            .withName(POLICY.name())
            .get();
    root.setAdditionalProperty("status", STATUS);
    client.resource(root).updateStatus();
  }

  private static Map<String, Object> status(HubCaches caches) {
    return HubObjects.part(caches.replicas().root(POLICY).orElseThrow(), "status");
  }
}
