package io.sluice.hub.transport;

import static io.sluice.hub.HubPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A connection may be open for hours, and must keep nothing of what came on it. */
class KeptConnectionTest {
  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final HubConnections connections =
      HubConnections.of(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build());
  private final KubernetesClient client = connections.requests();
  private final HttpRequest list =
      client
          .getHttpClient()
          .newHttpRequestBuilder()
          .uri(
              "%s/apis/%s/%s"
                  .formatted(
                      hub.url(),
                      Kinds.apiVersion(Kinds.MANAGED_CLUSTER),
                      Kinds.MANAGED_CLUSTER.getPlural()))
          .build();

  @AfterEach
  void close() {
    connections.close();
    hub.close();
  }

  @Test
  void theBodyOfAnAnswerIsNotKeptBehindItsConnection() {
    forgotten(client.getHttpClient().sendAsync(list, byte[].class));
  }

  private static void forgotten(CompletableFuture<HttpResponse<byte[]>> answer) {
    HttpResponse<byte[]> response = answer.join();
    assertThat(response.code()).isEqualTo(200);
    assertThat(response.body()).isNotEmpty();
    WeakReference<byte[]> body = new WeakReference<>(response.body());
    response = null;
    answer = null;
    await()
        .until(
            () -> {
              System.gc();
              return body.get() == null;
            });
  }
}
