package io.sluice.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.page.markup.Element;
import io.sluice.page.model.RolloutName;
import io.sluice.page.view.PageData;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the pages of rollouts on the loopback address, with the rights of one person on the hub.
 *
 * <p>{@code /} lists rollouts, {@code /rollouts/NAMESPACE/NAME} shows one; below {@code /api} is
 * what these pages fetch. {@link SessionGuard} lets only that person in.
 */
public final class DashboardServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DashboardServer.class);

  static {
    // Read once, when the JDK's HTTP server is first used: without it an answer takes 44 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private static final int LARGEST_BODY = 16 * 1024;
  private static final int GZIP_FROM = 4 * 1024;
  private static final byte[] LOOPBACK_4 = {127, 0, 0, 1};
  private static final byte[] LOOPBACK_6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "dashboard");
            thread.setDaemon(true);
            return thread;
          });
  private final List<HttpServer> servers = new ArrayList<>();
  private final SessionGuard guard;
  private final EventStreams streams;
  private final WatchedRollouts rollouts;
  private final DashboardApi api;
  private final DashboardPages pages;

  private DashboardServer(KubernetesClient client, DashboardSettings settings, HttpServer first) {
    servers.add(first);
    int port = first.getAddress().getPort();
    this.guard = new SessionGuard(port);
    this.streams = new EventStreams(this::problem);
    this.rollouts =
        WatchedRollouts.start(client, settings.namespaces(), settings.fallback(), streams::changed);
    this.api = new DashboardApi(client, rollouts, settings.temporalUi(), Clock.systemUTC());
    this.pages = new DashboardPages(settings.hub(), guard.guard());
    alsoOnIpv6(port);
    for (HttpServer server : servers) {
      server.createContext("/", this::answer);
      server.setExecutor(threads);
      server.start();
    }
  }

  /** A thread of the watch may ask before the constructor has ended. */
  private Optional<String> problem() {
    return rollouts == null ? Optional.empty() : rollouts.problem();
  }

  /**
   * Starts it.
   *
   * @throws IllegalStateException if it cannot listen there
   */
  public static DashboardServer start(KubernetesClient client, DashboardSettings settings) {
    HttpServer first;
    try {
      first =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getByAddress(LOOPBACK_4), settings.port()), 64);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot serve the dashboard on 127.0.0.1:%d: %s. Choose another port with --port (0 takes any free one)."
              .formatted(settings.port(), e.getMessage()),
          e);
    }
    return new DashboardServer(client, settings, first);
  }

  /** Browsers may try this address first for {@code localhost}; not every machine has it. */
  private void alsoOnIpv6(int port) {
    try {
      servers.add(
          HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK_6), port), 64));
    } catch (IOException e) {
      LOG.debug("The dashboard is not on [::1]: {}", e.getMessage());
    }
  }

  /** Returns the address that lets its reader in; it holds a secret. */
  public String address() {
    return "http://127.0.0.1:%d/?token=%s".formatted(port(), guard.token());
  }

  public int port() {
    return servers.get(0).getAddress().getPort();
  }

  /** Returns the namespaces that it shows; empty: all. */
  public Optional<List<String>> namespaces() {
    return rollouts.namespaces();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      secure(exchange);
      Optional<String> refusal = guard.foreign(exchange.getRequestHeaders());
      if (refusal.isPresent()) {
        page(exchange, 403, DashboardPages.refusal(refusal.get()));
      } else if (guard.enters(exchange.getRequestURI())) {
        guard.admit(exchange);
        exchange.getResponseHeaders().set("Location", exchange.getRequestURI().getPath());
        exchange.sendResponseHeaders(303, -1);
      } else if (!guard.knows(exchange.getRequestHeaders())) {
        page(
            exchange,
            401,
            DashboardPages.refusal(
                "Cannot answer: this browser is not let in. Open the address that sluice dashboard"
                    + " printed."));
      } else {
        route(exchange, exchange.getRequestMethod(), exchange.getRequestURI().getPath());
      }
    } catch (IOException e) {
      // The browser went on: it closes its streams at any time.
      LOG.debug("A page is gone: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("A request failed: {}", exchange.getRequestURI().getPath(), e);
      throw e;
    }
  }

  private static void secure(HttpExchange exchange) {
    var headers = exchange.getResponseHeaders();
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
  }

  private void route(HttpExchange exchange, String method, String path) throws IOException {
    boolean approval = path.startsWith(ApiPaths.API) && path.endsWith(ApiPaths.APPROVE);
    if (!method.equals(approval ? "POST" : "GET")) {
      exchange.getResponseHeaders().set("Allow", approval ? "POST" : "GET");
      json(exchange, DashboardApi.Answer.failed(405, "Cannot answer: this is not the method."));
    } else if (approval) {
      approve(exchange, path);
    } else if (path.equals("/")) {
      page(exchange, 200, pages.list(api.listSections()));
    } else if (path.equals("/api/rollouts")) {
      json(exchange, api.list());
    } else if (path.equals("/api/events")) {
      events(exchange);
    } else {
      rollout(exchange, path);
    }
  }

  private void rollout(HttpExchange exchange, String path) throws IOException {
    boolean data = path.startsWith(ApiPaths.API);
    Optional<RolloutName> name =
        ApiPaths.rollout(data ? path.substring(ApiPaths.API.length()) : path);
    if (name.isEmpty()) {
      page(exchange, 404, DashboardPages.refusal("Cannot answer: there is no such page."));
    } else if (data) {
      json(exchange, api.rollout(name.get()));
    } else {
      page(exchange, 200, first(name.get()));
    }
  }

  private DashboardPages.Page first(RolloutName name) {
    return api.first(name)
        .map(page -> pages.rollout(name, api.sections(page), PageData.of(page)))
        .orElseGet(
            () ->
                // Its script asks again, and shows why.
                pages.rollout(
                    name,
                    List.of(
                        Element.of("section", "id", "head", "aria-labelledby", "title")
                            .add(Element.of("h1", "id", "title").text(name.title()))),
                    PageData.NONE));
  }

  private void approve(HttpExchange exchange, String path) throws IOException {
    if (!guard.guarded(exchange.getRequestHeaders())) {
      json(
          exchange,
          DashboardApi.Answer.failed(
              403, "Cannot approve: the request does not come from a page of this dashboard."));
      return;
    }
    byte[] body;
    try (InputStream in = exchange.getRequestBody()) {
      body = in.readNBytes(LARGEST_BODY + 1);
    }
    Optional<RolloutName> name =
        ApiPaths.rollout(
            path.substring(ApiPaths.API.length(), path.length() - ApiPaths.APPROVE.length()));
    json(
        exchange,
        name.isEmpty() || body.length > LARGEST_BODY
            ? DashboardApi.Answer.failed(400, "Cannot approve: the request names no rollout.")
            : api.approve(name.get(), new String(body, StandardCharsets.UTF_8)));
  }

  private void events(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
    exchange.sendResponseHeaders(200, 0);
    streams.serve(wanted(exchange.getRequestURI().getRawQuery()), exchange.getResponseBody());
  }

  /** A page that shows one rollout is not woken by others. */
  private static Predicate<RolloutName> wanted(String query) {
    String of = query != null && query.startsWith("of=") ? query.substring("of=".length()) : "";
    String path = ApiPaths.decoded(of);
    return path.startsWith(ApiPaths.API)
        ? ApiPaths.rollout(path.substring(ApiPaths.API.length()))
            .<Predicate<RolloutName>>map(name -> name::equals)
            .orElse(any -> true)
        : any -> true;
  }

  private static void page(HttpExchange exchange, int code, DashboardPages.Page page)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Security-Policy", page.policy());
    send(exchange, code, "text/html; charset=utf-8", page.html());
  }

  private static void json(HttpExchange exchange, DashboardApi.Answer answer) throws IOException {
    send(exchange, answer.code(), "application/json", answer.json());
  }

  private static void send(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    String accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    if (body.length >= GZIP_FROM && accepted != null && accepted.contains("gzip")) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
      exchange.sendResponseHeaders(code, 0);
      try (GZIPOutputStream out = new GZIPOutputStream(exchange.getResponseBody())) {
        out.write(body);
      }
      return;
    }
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    streams.close();
    servers.forEach(server -> server.stop(0));
    threads.shutdownNow();
    rollouts.close();
    api.close();
  }
}
