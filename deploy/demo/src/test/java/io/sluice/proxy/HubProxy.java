package io.sluice.proxy;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forwards requests to the API server, over plain HTTP, as a handler decides. */
public final class HubProxy implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HubProxy.class);
  private static final Set<String> NOT_FORWARDED =
      Set.of("host", "connection", "content-length", "expect", "upgrade", "http2-settings");

  private final HttpServer server;
  private final HttpClient hub;
  private final URI target;
  private final ExecutorService threads = Executors.newCachedThreadPool(HubProxy::daemon);

  private HubProxy(HttpServer server, HttpClient hub, URI target) {
    this.server = server;
    this.hub = hub;
    this.target = target;
  }

  /** Answers one request; without an answer its connection ends. */
  public interface Handler {
    void handle(HttpExchange exchange, HubProxy proxy) throws IOException, InterruptedException;
  }

  /** Opens a proxy to the hub of a configuration. */
  public static HubProxy to(Config hub, Handler handler) {
    try {
      HttpClient client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .sslContext(SSLUtils.sslContext(hub))
              .build();
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
      HubProxy proxy = new HubProxy(server, client, URI.create(hub.getMasterUrl()));
      server.setExecutor(proxy.threads);
      server.createContext("/", exchange -> proxy.handle(exchange, handler));
      server.start();
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open a port for a proxy", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot trust the hub", e);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "hub-proxy");
    thread.setDaemon(true);
    return thread;
  }

  /** Writes a kubeconfig like that one, whose hub is behind this proxy. */
  public void kubeconfig(Path like, Path file) {
    try {
      Files.writeString(
          file,
          Files.readString(like)
              .replaceAll(
                  "server: https://127.0.0.1:[0-9]+",
                  "server: http://127.0.0.1:" + server.getAddress().getPort())
              .replaceAll("(?m)^ *certificate-authority-data:.*\n", ""));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }

  private void handle(HttpExchange exchange, Handler handler) {
    try (exchange) {
      handler.handle(exchange, this);
    } catch (IOException e) {
      LOG.debug("A request was not forwarded", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends the request to the hub, and returns its answer. */
  public HttpResponse<InputStream> forward(HttpExchange exchange)
      throws IOException, InterruptedException {
    byte[] body = exchange.getRequestBody().readAllBytes();
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
    return hub.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
  }

  /** Passes the answer of the hub on, as it comes. */
  public void pass(HttpExchange exchange, HttpResponse<InputStream> answer) throws IOException {
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

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
