package io.sluice.hub.transport;

import static io.sluice.hub.HubPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class NonAsciiWatchTest {
  private static final String GREETING = "Grüße … 😀";

  @Test
  void anObjectWithOtherCharactersThanAsciiDoesNotBreakItsWatch() {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client = HubClient.ofUrl(hub.url());
        SharedIndexInformer<GenericKubernetesResource> informer =
            client.genericKubernetesResources(Kinds.MANAGED_CLUSTER).inform()) {
      for (int i = 1; i <= 3; i++) {
        client.resource(cluster("c" + i)).create();
        int known = i;
        await().until(() -> informer.getIndexer().list().size() == known);
      }

      assertThat(informer.getIndexer().list())
          .allSatisfy(
              cluster -> assertThat(HubObjects.labels(cluster)).containsEntry("note", GREETING));
      assertThat(hub.requests())
          .containsEntry("list " + Kinds.resource(Kinds.MANAGED_CLUSTER).split("\\.")[0], 1L);
    }
  }

  private static GenericKubernetesResource cluster(String name) {
    GenericKubernetesResource cluster = new GenericKubernetesResource();
    cluster.setApiVersion("cluster.open-cluster-management.io/v1");
    cluster.setKind("ManagedCluster");
    cluster.setMetadata(
        new ObjectMetaBuilder().withName(name).withLabels(Map.of("note", GREETING)).build());
    return cluster;
  }

  @Test
  void aCharacterThatArrivesInTwoPiecesIsKept() {
    byte[] json = "{\"a\":\"😀ü\"}\n".getBytes(StandardCharsets.UTF_8);
    StringBuilder arrived = new StringBuilder();
    AsciiBody<Void> body = new AsciiBody<>(new Collector(arrived));

    for (byte piece : json) {
      body.onNext(List.of(ByteBuffer.wrap(new byte[] {piece})));
    }

    assertThat(arrived).hasToString("{\"a\":\"\\ud83d\\ude00\\u00fc\"}\n");
  }

  private record Collector(StringBuilder arrived) implements BodySubscriber<Void> {
    @Override
    public void onNext(List<ByteBuffer> part) {
      part.forEach(piece -> arrived.append(StandardCharsets.US_ASCII.decode(piece)));
    }

    @Override
    public void onSubscribe(Subscription subscription) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}

    @Override
    public CompletionStage<Void> getBody() {
      return null;
    }
  }
}
