package io.sluice.stranger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.DevServers;
import io.sluice.hub.read.HubMode;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import io.sluice.process.http.RawRequest;
import io.sluice.proxy.HubProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stands in the network beside a worker, or between it and a real hub. */
@Timeout(Patience.TEST)
class NetworkStrangersIT {
  @TempDir private static Path folder;

  /** Two of them held the health of a process until a kubelet had it started anew. */
  @ParameterizedTest
  @EnumSource(HubMode.class)
  void requestsThatNeverEndDelayNoProbe(HubMode mode) throws IOException {
    List<RawRequest> half = new ArrayList<>();
    try (StrangerScene scene = StrangerScene.of(mode)) {
      InetSocketAddress worker = address(scene);
      for (int i = 0; i < 100; i++) {
        half.add(RawRequest.send(worker, "G"));
        half.add(RawRequest.send(worker, "GET /readyz HTTP/1.1\r\nHost: a"));
        half.add(
            RawRequest.send(
                worker, "POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"));
      }
      for (String path : List.of("/healthz", "/readyz", "/metrics")) {
        assertThat(RawRequest.code(worker, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n".formatted(path)))
            .as(path)
            .isEqualTo(200);
      }
      scene.deliver();
    } finally {
      for (RawRequest each : half) {
        each.close();
      }
    }
  }

  private static InetSocketAddress address(StrangerScene scene) {
    return new InetSocketAddress(
        InetAddress.getLoopbackAddress(), scene.worker().healthPort().orElseThrow());
  }

  /** A 404 in HTML says nothing of the object: no run is lost, and no attempt begins anew. */
  @ParameterizedTest
  @EnumSource(HubMode.class)
  void aProxyWithoutABackendLosesNoRun(HubMode mode) {
    AtomicBoolean away = new AtomicBoolean();
    DevServers servers = StrangerScene.servers(mode);
    HubProxy proxy;
    try (KubernetesClient admin = servers.client()) {
      proxy =
          HubProxy.to(
              admin.getConfiguration(),
              (exchange, hub) -> {
                if (away.get()) {
                  refuse(exchange);
                } else {
                  hub.pass(exchange, hub.forward(exchange));
                }
              });
    }
    try (proxy) {
      Path kubeconfig = folder.resolve("proxy-%s.yaml".formatted(mode));
      proxy.kubeconfig(servers.workerKubeconfig(), kubeconfig);
      try (StrangerScene scene = StrangerScene.behind(mode, kubeconfig)) {
        scene.deliver();
        try (RolloutFixture waits = scene.waiting("d7")) {
          Object attempt = waits.status().get("attempt");
          away.set(true);
          Patience.stays(
              Duration.ofSeconds(45),
              () -> assertThat(waits.status()).containsEntry("runOpen", true));
          away.set(false);
          waits.approve("own");
          assertThat(waits.awaitPhase(Patience.MOST, "Done"))
              .containsEntry("attempt", attempt)
              .containsEntry("outcome", "Succeeded");
        }
        scene.deliver();
      }
    }
  }

  private static void refuse(HttpExchange exchange) throws IOException {
    byte[] page = "<html><body>404 page not found</body></html>".getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    exchange.sendResponseHeaders(404, page.length);
    exchange.getResponseBody().write(page);
  }
}
