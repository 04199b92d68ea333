package io.sluice.fault;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards requests to the API server; while it storms, it answers some writes with 429, 409 or 500
 * in its place, and loses the answers of others.
 */
final class StormProxy implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StormProxy.class);
  private static final Set<String> READS = Set.of("GET", "HEAD");
  private static final Set<String> NOT_FORWARDED =
      Set.of("host", "connection", "content-length", "expect", "upgrade", "http2-settings");

  private final HttpServer server;
  private final HttpClient hub;
  private final URI target;
  private final Random random;
  private final ExecutorService threads = Executors.newCachedThreadPool(StormProxy::daemon);
  private volatile boolean storming;

  private StormProxy(HttpServer server, HttpClient hub, URI target, long seed) {
    this.server = server;
    this.hub = hub;
    this.target = target;
    this.random = new Random(seed);
  }

  /** Opens a proxy to the hub of a configuration; it storms from the start. */
  static StormProxy to(Config hub, long seed) {
    try {
      HttpClient client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .sslContext(SSLUtils.sslContext(hub))
              .build();
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
      StormProxy proxy =
          new StormProxy(server, client, URI.create(hub.getMasterUrl()), seed).storming(true);
      server.setExecutor(proxy.threads);
      server.createContext("/", proxy::handle);
      server.start();
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open a port for a proxy", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot trust the hub", e);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "storm-proxy");
    thread.setDaemon(true);
    return thread;
  }

  int port() {
    return server.getAddress().getPort();
  }

  StormProxy storming(boolean on) {
    storming = on;
    return this;
  }

  private synchronized int draw() {
    return random.nextInt(100);
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
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
        HttpResponse<InputStream> answer =
            hub.send(request(exchange, body), HttpResponse.BodyHandlers.ofInputStream());
        if (number >= 40) {
          pass(exchange, answer);
        }
      }
    } catch (IOException e) {
      LOG.debug("A request was not forwarded", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpRequest request(HttpExchange exchange, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target.resolve(exchange.getRequestURI()))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return request.build();
  }

  private static void pass(HttpExchange exchange, HttpResponse<InputStream> answer)
      throws IOException {
    for (String name : List.of("Content-Type", "Retry-After")) {
      answer
          .headers()
          .firstValue(name)
          .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
    }
    exchange.sendResponseHeaders(answer.statusCode(), 0);
    try (InputStream in = answer.body();
        OutputStream out = exchange.getResponseBody()) {
      byte[] buffer = new byte[16_384];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
        out.flush();
      }
    }
  }

  private static void fail(HttpExchange exchange, int code, String reason) throws IOException {
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
    server.stop(0);
    threads.shutdownNow();
  }
}
