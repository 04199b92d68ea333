package io.sluice.stranger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.SharedDevServers;
import io.sluice.process.Patience;
import io.sluice.proxy.HubProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Stands in the network between a worker and a real hub. */
@Timeout(Patience.TEST)
class NetworkStrangersIT {
  @TempDir private static Path folder;

  /** A 404 in HTML says nothing of the object: no run is lost, and no attempt begins anew. */
  @Test
  void aProxyWithoutABackendLosesNoRun() {
    AtomicBoolean away = new AtomicBoolean();
    HubProxy proxy;
    try (KubernetesClient admin = SharedDevServers.get().client()) {
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
      Path kubeconfig = folder.resolve("proxy.yaml");
      proxy.kubeconfig(SharedDevServers.get().workerKubeconfig(), kubeconfig);
      try (StrangerScene scene = StrangerScene.behind(kubeconfig)) {
        scene.deliver();
        scene
            .neighbour()
            .policy("waits", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
        Object attempt =
            scene.neighbour().awaitPhase(Patience.MOST, "WaitingForApproval").get("attempt");
        away.set(true);
        Patience.stays(
            Duration.ofSeconds(45),
            () -> assertThat(scene.neighbour().status()).containsEntry("runOpen", true));
        away.set(false);
        scene.neighbour().approve("dev");
        assertThat(scene.neighbour().awaitPhase(Patience.MOST, "Done"))
            .containsEntry("attempt", attempt)
            .containsEntry("outcome", "Succeeded");
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
