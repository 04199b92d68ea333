package io.sluice.worker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Answers {@code /healthz} and {@code /readyz}: 200, or 503 with a line for each thing amiss. */
final class HealthServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          2,
          work -> {
            Thread thread = new Thread(work, "health");
            thread.setDaemon(true);
            return thread;
          });

  private HealthServer(HttpServer server) {
    this.server = server;
  }

  /** What is to be said of one question. */
  record Answer(List<String> amiss, String well) {
    Answer {
      amiss = List.copyOf(amiss);
    }
  }

  /** Listens on all addresses, for kubelets ask from outside; on any free port when it is 0. */
  static HealthServer start(int port, Supplier<Answer> alive, Supplier<Answer> ready) {
    try {
      HealthServer health = new HealthServer(HttpServer.create(new InetSocketAddress(port), 64));
      health.answer("/healthz", alive);
      health.answer("/readyz", ready);
      health.server.setExecutor(health.threads);
      health.server.start();
      return health;
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot answer health checks on port %d: %s. Choose another with --health-port (0 takes any free one)."
              .formatted(port, e.getMessage()),
          e);
    }
  }

  private void answer(String path, Supplier<Answer> question) {
    server.createContext(path, exchange -> answer(exchange, question.get()));
  }

  private static void answer(HttpExchange exchange, Answer answer) throws IOException {
    boolean well = answer.amiss().isEmpty();
    String text = well ? answer.well() : String.join("\n", answer.amiss());
    byte[] body = (text + "\n").getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      exchange.sendResponseHeaders(well ? 200 : 503, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
