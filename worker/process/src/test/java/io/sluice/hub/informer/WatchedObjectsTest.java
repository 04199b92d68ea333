package io.sluice.hub.informer;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class WatchedObjectsTest {
  private static final String GREETING = "Grüße … 😀";

  @Test
  void objectsOfAWatchAreParsedFromItsBytes() {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client = HubClient.ofUrl(hub.url());
        HubConnections connections = HubConnections.of(config(hub.url()));
        Informers informers = new Informers(connections, ChangeListener.NONE)) {
      informers.watch(Kinds.MANAGED_CLUSTER);
      informers.awaitSync();
      for (int i = 1; i <= 3; i++) {
        client.resource(cluster("c" + i)).create();
      }
      await().until(() -> informers.all(Kinds.MANAGED_CLUSTER).size() == 3);
      client.resource(cluster("c1")).delete();
      await().until(() -> informers.all(Kinds.MANAGED_CLUSTER).size() == 2);

      assertThat(informers.all(Kinds.MANAGED_CLUSTER))
          .allSatisfy(
              cluster -> assertThat(HubObjects.labels(cluster)).containsEntry("note", GREETING));
      assertThat(hub.requests())
          .containsEntry("list " + Kinds.resource(Kinds.MANAGED_CLUSTER).split("\\.")[0], 1L);
    }
  }

  private static Config config(String url) {
    Config config = Config.empty();
    config.setMasterUrl(url);
    return config;
  }

  private static GenericKubernetesResource cluster(String name) {
    GenericKubernetesResource cluster =
        HubObjects.object(
            Kinds.MANAGED_CLUSTER,
            new ObjectMetaBuilder().withName(name).withLabels(Map.of("note", GREETING)).build());
    cluster.setAdditionalProperty("spec", Map.of("hubAcceptsClient", true));
    return cluster;
  }
}
