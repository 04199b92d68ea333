package io.sluice.hub.transport;

import static io.sluice.hub.HubPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The JDK keeps the first answer of a connection as long as that is open. */
class KeptConnectionTest {
  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final HttpRequest list =
      HttpRequest.newBuilder(
              URI.create(
                  "%s/apis/%s/%s"
                      .formatted(
                          hub.url(),
                          Kinds.apiVersion(Kinds.MANAGED_CLUSTER),
                          Kinds.MANAGED_CLUSTER.getPlural())))
          .build();

  private static TimedExchange<byte[]> exchange() {
    return new TimedExchange<>(Duration.ofSeconds(30), new HubContact(), () -> {});
  }

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void theBodyOfAnAnswerIsNotKeptBehindItsConnection() {
    forgotten(exchange().send(client, list, BodyHandlers.ofByteArray()));
    forgotten(exchange().sendAndWait(client, list, BodyHandlers.ofByteArray()));
  }

  private static void forgotten(CompletableFuture<HttpResponse<byte[]>> answer) {
    HttpResponse<byte[]> response = answer.join();
    assertThat(response.statusCode()).isEqualTo(200);
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
