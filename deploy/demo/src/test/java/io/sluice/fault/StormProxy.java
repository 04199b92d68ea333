package io.sluice.fault;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.Config;
import io.sluice.proxy.HubProxy;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.Set;

/**
 * Forwards requests to the API server; while it storms, it answers some writes with 429, 409 or 500
 * in its place, and loses the answers of others.
 */
final class StormProxy implements AutoCloseable {
  private static final Set<String> READS = Set.of("GET", "HEAD");

  private final HubProxy proxy;
  private final Random random;
  private volatile boolean storming = true;

  private StormProxy(Config hub, long seed) {
    this.random = new Random(seed);
    this.proxy = HubProxy.to(hub, this::handle);
  }

  /** Opens a proxy to the hub of a configuration; it storms from the start. */
  static StormProxy to(Config hub, long seed) {
    return new StormProxy(hub, seed);
  }

  void kubeconfig(Path like, Path file) {
    proxy.kubeconfig(like, file);
  }

  StormProxy storming(boolean on) {
    storming = on;
    return this;
  }

  private synchronized int draw() {
    return random.nextInt(100);
  }

  private void handle(HttpExchange exchange, HubProxy hub)
      throws IOException, InterruptedException {
    boolean write = !READS.contains(exchange.getRequestMethod());
    // Leases and authorization reviews stay: without them no worker has anything to do.
    boolean spared = exchange.getRequestURI().getPath().matches("/apis/(coordination|auth).*");
    int number = storming && write && !spared ? draw() : 100;
    if (number < 10) {
      fail(exchange, 429, "TooManyRequests");
    } else if (number < 20) {
      fail(exchange, 409, "Conflict");
    } else if (number < 30) {
      fail(exchange, 500, "InternalError");
    } else {
      HttpResponse<InputStream> answer = hub.forward(exchange);
      if (number >= 40) {
        hub.pass(exchange, answer);
      }
    }
  }

  private static void fail(HttpExchange exchange, int code, String reason) throws IOException {
    exchange.getRequestBody().readAllBytes();
    byte[] status =
        """
        {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"%s","code":%d,"message":"a storm"}
        """
            .formatted(reason, code)
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, status.length);
    exchange.getResponseBody().write(status);
  }

  @Override
  public void close() {
    proxy.close();
  }
}
