package io.sluice.process;

import com.sun.net.httpserver.HttpExchange;
import io.sluice.process.http.HttpListener;
import io.sluice.process.http.RequestLimits;
import io.sluice.process.metrics.MetricsPage;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;

/**
 * Serves {@code /healthz} and {@code /readyz}: 200, or 503 with one line per problem; and {@code
 * /metrics} for Prometheus.
 *
 * <p>Each request has a thread of its own, and limits ({@link HttpListener}): whatever else is
 * asked, a kubelet's probe is answered (policy-propagation 16b).
 */
final class HealthServer implements AutoCloseable {
  /** Requests here have no body: one that has is refused. */
  private static final RequestLimits LIMITS = RequestLimits.STANDARD.withBodyBytes(0);

  private final HttpListener listener;

  private HealthServer(HttpListener listener) {
    this.listener = listener;
  }

  /**
   * Holds the result of one check.
   *
   * @param message what a check without problems reports
   */
  record Health(List<String> problems, String message) {
    Health {
      problems = List.copyOf(problems);
    }
  }

  /** Writes metrics in the text format of Prometheus. */
  interface Metrics {
    void write(OutputStream out) throws IOException;
  }

  /** Listens there; kubelets ask from outside. */
  static HealthServer start(
      InetSocketAddress listen, Supplier<Health> alive, Supplier<Health> ready, Metrics metrics) {
    return start(listen, alive, ready, metrics, LIMITS);
  }

  static HealthServer start(
      InetSocketAddress listen,
      Supplier<Health> alive,
      Supplier<Health> ready,
      Metrics metrics,
      RequestLimits limits) {
    try {
      HealthServer health = new HealthServer(HttpListener.open(listen, "health", limits));
      health.serve("/healthz", alive);
      health.serve("/readyz", ready);
      health.listener.serve("/metrics", exchange -> respond(exchange, metrics));
      health.listener.start();
      return health;
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot answer health checks on %s: %s. Choose another with --health-address or --health-port (0 takes any free one)."
              .formatted(shown(listen), e.getMessage()),
          e);
    }
  }

  private static String shown(InetSocketAddress listen) {
    return listen.getAddress() != null && listen.getAddress().isAnyLocalAddress()
        ? "port " + listen.getPort()
        : listen.getHostString() + ":" + listen.getPort();
  }

  private void serve(String path, Supplier<Health> check) {
    listener.serve(path, exchange -> respond(exchange, check.get()));
  }

  private static void respond(HttpExchange exchange, Health health) throws IOException {
    boolean healthy = health.problems().isEmpty();
    String text = healthy ? health.message() : String.join("\n", health.problems());
    byte[] body = (text + "\n").getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      exchange.sendResponseHeaders(healthy ? 200 : 503, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Streams: on a large hub the text has tens of megabytes. */
  private static void respond(HttpExchange exchange, Metrics metrics) throws IOException {
    String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    boolean zipped = accepted != null && accepted.contains("gzip");
    exchange.getResponseHeaders().set("Content-Type", MetricsPage.CONTENT_TYPE);
    if (zipped) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    exchange.sendResponseHeaders(200, 0);
    try (exchange;
        OutputStream out =
            zipped
                ? new GZIPOutputStream(exchange.getResponseBody())
                : exchange.getResponseBody()) {
      metrics.write(out);
    }
  }

  int port() {
    return listener.address().getPort();
  }

  @Override
  public void close() {
    listener.close();
  }
}
