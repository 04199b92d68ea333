package io.sluice.tools.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks for tokens in front of a hub that does not, and lets each user into one namespace. */
final class AuthenticatingHub implements AutoCloseable {
  /** The token of the dashboard itself. */
  static final String OWN = "own-token";

  private static final Pattern NAMESPACED = Pattern.compile("/namespaces/([^/]+)(/.*)?");

  private final URI behind;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Map<String, User> users = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
  private final Queue<String> requests = new ConcurrentLinkedQueue<>();

  /** Holds who has a token, and what that user may do. */
  record User(String name, String namespace, boolean writes) {}

  AuthenticatingHub(String behind) throws IOException {
    this.behind = URI.create(behind);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  void user(String token, User user) {
    users.put(token, user);
  }

  /** The token is valid no more. */
  void revoke(String token) {
    users.remove(token);
  }

  /** Answers requests with that token only once the latch is counted down. */
  CountDownLatch hold(String token) {
    return held.computeIfAbsent(token, any -> new CountDownLatch(1));
  }

  /** Returns all requests so far: the token, the method and the path. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String token =
          Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
              .map(header -> header.replace("Bearer ", ""))
              .orElse("");
      String path = exchange.getRequestURI().getPath();
      requests.add(token + " " + exchange.getRequestMethod() + " " + path);
      Optional.ofNullable(held.get(token)).ifPresent(AuthenticatingHub::await);
      if (path.endsWith("/tokenreviews")) {
        review(exchange, token, body);
      } else if (!users.containsKey(token)) {
        status(exchange, 401, "Unauthorized");
      } else {
        authorize(exchange, users.get(token), body);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void review(HttpExchange exchange, String token, byte[] body) throws IOException {
    if (!token.equals(OWN)) {
      status(exchange, 403, "may not create TokenReviews");
      return;
    }
    Map<String, Object> asked =
        JsonTree.map(HubObjects.parse(text(body), Map.class).orElseThrow().get("spec"));
    User user = users.get(String.valueOf(asked.get("token")));
    json(
        exchange,
        201,
        Map.of(
            "apiVersion",
            "authentication.k8s.io/v1",
            "kind",
            "TokenReview",
            "status",
            user == null
                ? Map.of("authenticated", false)
                : Map.of("authenticated", true, "user", Map.of("username", user.name()))));
  }

  private void authorize(HttpExchange exchange, User user, byte[] body)
      throws IOException, InterruptedException {
    String path = exchange.getRequestURI().getPath();
    if (path.endsWith("/selfsubjectreviews")) {
      json(
          exchange,
          201,
          Map.of(
              "apiVersion",
              "authentication.k8s.io/v1",
              "kind",
              "SelfSubjectReview",
              "status",
              Map.of("userInfo", Map.of("username", user.name()))));
      return;
    }
    if (path.endsWith("/selfsubjectaccessreviews")) {
      boolean allowed =
          user.writes() && text(body).contains("\"namespace\":\"" + user.namespace() + "\"");
      json(
          exchange,
          201,
          Map.of(
              "apiVersion",
              "authorization.k8s.io/v1",
              "kind",
              "SelfSubjectAccessReview",
              "status",
              Map.of("allowed", allowed)));
      return;
    }
    Matcher namespaced = NAMESPACED.matcher(path);
    boolean inside = namespaced.find() && namespaced.group(1).equals(user.namespace());
    boolean writes = !exchange.getRequestMethod().equals("GET");
    if (!inside || writes && !user.writes()) {
      status(exchange, 403, user.name() + " may not do this");
    } else {
      forward(exchange, body);
    }
  }

  private void forward(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(behind.resolve(exchange.getRequestURI().toString()))
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Type"))
        .ifPresent(type -> request.header("Content-Type", type));
    HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
    answer
        .headers()
        .firstValue("Content-Type")
        .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
    exchange.sendResponseHeaders(answer.statusCode(), 0);
    byte[] part = new byte[8192];
    try (InputStream in = answer.body();
        OutputStream out = exchange.getResponseBody()) {
      for (int length = in.read(part); length >= 0; length = in.read(part)) {
        out.write(part, 0, length);
        out.flush();
      }
    }
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  private static void status(HttpExchange exchange, int code, String message) throws IOException {
    json(
        exchange,
        code,
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "Status",
            "code",
            code,
            "message",
            message,
            "status",
            "Failure"));
  }

  private static void json(HttpExchange exchange, int code, Map<String, Object> tree)
      throws IOException {
    byte[] body = HubObjects.json(tree).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    held.values().forEach(CountDownLatch::countDown);
    server.stop(0);
    threads.shutdownNow();
  }
}
