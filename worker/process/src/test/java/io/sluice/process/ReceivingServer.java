package io.sluice.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes notices: each path below it is a receiver, which answers as it is told. */
public final class ReceivingServer implements AutoCloseable {
  private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"([^\"]+)\"");
  private static final int LARGE = 10 << 20;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /**
   * A notice that a receiver took.
   *
   * @param signature of the header; empty without one
   */
  public record Received(String receiver, String id, String body, String signature) {}

  /** Answers a request; it counts as taken where this returns true. */
  private interface Answer {
    boolean to(HttpExchange exchange) throws IOException;
  }

  /** Starts it; each receiver takes what it is told. */
  public ReceivingServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Has a receiver take what it is told, as at first. */
  public void takes(String receiver) {
    answers.remove(receiver);
  }

  /** Has a receiver break each connection. */
  public void breaks(String receiver) {
    answers.put(receiver, exchange -> false);
  }

  /** Has a receiver never answer. */
  public void hangs(String receiver) {
    answers.put(
        receiver,
        exchange -> {
          try {
            closed.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return false;
        });
  }

  /** Has a receiver take what it is told, and answer with ten megabytes. */
  public void answersMuch(String receiver) {
    answers.put(
        receiver,
        exchange -> {
          exchange.sendResponseHeaders(200, LARGE);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(new byte[LARGE]);
          } catch (IOException e) {
            // The sender has read enough.
            return true;
          }
          return true;
        });
  }

  /** Has a receiver lead elsewhere. */
  public void redirects(String receiver, String url) {
    answers.put(
        receiver,
        exchange -> {
          exchange.getResponseHeaders().set("Location", url);
          exchange.sendResponseHeaders(307, -1);
          return false;
        });
  }

  /** Returns all that was taken, in its order. */
  public List<Received> received() {
    return received;
  }

  /** Returns the ids that a receiver took, in their order. */
  public List<String> ids(String receiver) {
    return received.stream()
        .filter(each -> each.receiver().equals(receiver))
        .map(Received::id)
        .toList();
  }

  /** Returns how often a receiver was asked to take something. */
  public long requests(String receiver) {
    return requests.stream().filter(receiver::equals).count();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String receiver = exchange.getRequestURI().getPath().substring(1);
      requests.add(receiver);
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      String signature = exchange.getRequestHeaders().getFirst("Sluice-Signature");
      Matcher id = ID.matcher(body);
      Received notice =
          new Received(
              receiver, id.find() ? id.group(1) : "", body, signature == null ? "" : signature);
      Answer answer = answers.get(receiver);
      if (answer == null) {
        received.add(notice);
        exchange.sendResponseHeaders(204, -1);
      } else if (answer.to(exchange)) {
        received.add(notice);
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
