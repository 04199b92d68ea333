package io.sluice.hub.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers every request as it is told, and remembers them. */
public final class AnsweringServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private volatile Answer answer = exchange -> send(exchange, 200, "");

  /** A request that came. */
  public record Received(String path, Headers headers, String body) {}

  private interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  /** Starts it; it answers with status 200. */
  public AnsweringServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public List<Received> received() {
    return received;
  }

  public void answers(int status, String body) {
    answer = exchange -> send(exchange, status, body);
  }

  public void redirectsTo(String url) {
    answer =
        exchange -> {
          exchange.getResponseHeaders().set("Location", url);
          send(exchange, 307, "");
        };
  }

  /** Sends a body without an end, until the connection is given up. */
  public void answersWithoutEnd() {
    answer =
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] part = new byte[1 << 16];
          try (OutputStream out = exchange.getResponseBody()) {
            while (closed.getCount() > 0) {
              out.write(part);
            }
          }
        };
  }

  public void neverAnswers() {
    answer =
        exchange -> {
          try {
            closed.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      received.add(
          new Received(
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders(),
              new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
      answer.to(exchange);
    }
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
