package io.sluice.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.sluice.hub.HubPatience;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ends answers while they are read, by a client that names no transport. */
@Timeout(120)
class GuardedTransportTest {
  private static final int ROUNDS = 200;

  @Test
  void itIsWhatEveryClientUsesThatNamesNone() {
    assertThat(HttpClientUtils.getHttpClientFactory()).isInstanceOf(GuardedTransport.class);
  }

  @Test
  void answersThatEndWhileTheyAreReadSpoilNoOthers() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/endless", GuardedTransportTest::endless);
    server.createContext(
        "/version",
        exchange -> {
          byte[] body = "{\"major\": \"1\", \"minor\": \"34\"}".getBytes();
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    try (KubernetesClient client =
        new KubernetesClientBuilder()
            .withConfig(new ConfigBuilder(Config.empty()).withMasterUrl(url).build())
            .build()) {
      for (int i = 0; i < ROUNDS; i++) {
        cancelInMidRead(client.getHttpClient(), URI.create(url + "/endless"));
        assertThat(client.getKubernetesVersion().getMinor()).isEqualTo("34");
      }
    } finally {
      server.stop(0);
      threads.shutdownNow();
    }
  }

  private static void endless(HttpExchange exchange) throws IOException {
    OutputStream body = exchange.getResponseBody();
    exchange.sendResponseHeaders(200, 0);
    byte[] part = new byte[700];
    try {
      while (true) {
        body.write(part);
        body.flush();
      }
    } catch (IOException e) {
      exchange.close();
    }
  }

  private static void cancelInMidRead(HttpClient http, URI uri) throws Exception {
    AtomicLong parts = new AtomicLong();
    HttpResponse<AsyncBody> response =
        http.consumeBytes(
                http.newHttpRequestBuilder().uri(uri).forStreaming().build(),
                (read, body) -> {
                  parts.addAndGet(read.size());
                  body.consume();
                })
            .get(HubPatience.MOST.toSeconds(), TimeUnit.SECONDS);
    response.body().consume();
    HubPatience.await().until(() -> parts.get() > 5);
    response.body().cancel();
  }
}
