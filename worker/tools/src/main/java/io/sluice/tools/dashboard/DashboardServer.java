package io.sluice.tools.dashboard;

import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.read.RunInstants;
import io.sluice.tools.page.read.TemporalInstants;
import io.sluice.tools.page.view.PageData;
import io.sluice.tools.status.LeaderCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
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

  private final LoopbackListener listener;
  private final SessionGuard guard;
  private final EventStreams streams;
  private final WatchedRollouts rollouts;
  private final LeaderCheck leader;
  private final DashboardApi api;
  private final RequestApi requests;
  private final Optional<TemporalInstants> temporal;
  private final DashboardPages pages;

  private DashboardServer(
      KubernetesClient client, DashboardSettings settings, LoopbackListener listener) {
    this.listener = listener;
    this.guard = new SessionGuard(listener.port());
    this.leader = new LeaderCheck(client, settings.leaseNamespace());
    this.streams = new EventStreams(this::problem);
    this.rollouts =
        WatchedRollouts.start(client, settings.namespaces(), settings.fallback(), streams::changed);
    this.temporal = settings.temporal().map(TemporalInstants::of);
    this.api =
        new DashboardApi(
            client,
            rollouts,
            temporal.<RunInstants>map(asked -> asked).orElse(RunInstants.NOT_ASKED),
            settings.hubName(),
            settings.temporalUi(),
            Clock.systemUTC());
    this.requests = new RequestApi(client, settings.hubName());
    this.pages = new DashboardPages(settings.hub(), guard.guard());
    listener.start(this::answer);
  }

  /** A thread of the watch may ask before the constructor has ended. */
  private Optional<String> problem() {
    return rollouts == null ? Optional.empty() : rollouts.problem().or(this::noLeader);
  }

  private Optional<String> noLeader() {
    return rollouts.unfinished() ? leader.lost(Instant.now()) : Optional.empty();
  }

  /**
   * Starts it.
   *
   * @throws IllegalStateException if it cannot listen there
   */
  public static DashboardServer start(KubernetesClient client, DashboardSettings settings) {
    return new DashboardServer(client, settings, LoopbackListener.open(settings.port()));
  }

  /** Returns the address that lets its reader in; it holds a secret. */
  public String address() {
    return "http://127.0.0.1:%d/?token=%s".formatted(port(), guard.token());
  }

  /** Returns the address that lets one browser in, once, wherever it finds it. */
  public String ticketAddress() {
    return "http://127.0.0.1:%d/?ticket=%s".formatted(port(), guard.ticket());
  }

  public int port() {
    return listener.port();
  }

  /** Returns the namespaces that it shows; empty: all. */
  public Optional<List<String>> namespaces() {
    return rollouts.namespaces();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      ResponseWriter.secure(exchange);
      if (guard.redeems(exchange.getRequestHeaders(), exchange.getRequestURI())) {
        guard.admit(exchange);
        // After a redirect from elsewhere browsers do not send the cookie; from a page they do.
        exchange.getResponseHeaders().set("Refresh", "0; url=/");
        ResponseWriter.page(exchange, 200, DashboardPages.entry());
        return;
      }
      Optional<String> refusal = guard.foreign(exchange.getRequestHeaders());
      if (refusal.isPresent()) {
        ResponseWriter.page(exchange, 403, DashboardPages.refusal(refusal.get()));
      } else if (guard.enters(exchange.getRequestURI())) {
        guard.admit(exchange);
        exchange.getResponseHeaders().set("Location", exchange.getRequestURI().getPath());
        exchange.sendResponseHeaders(303, -1);
      } else if (!guard.knows(exchange.getRequestHeaders())) {
        ResponseWriter.page(
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

  private void route(HttpExchange exchange, String method, String path) throws IOException {
    boolean request = path.startsWith(ApiPaths.API) && path.endsWith(ApiPaths.REQUEST);
    if (!method.equals("GET") && !(request && method.equals("POST"))) {
      exchange.getResponseHeaders().set("Allow", request ? "GET, POST" : "GET");
      ResponseWriter.json(
          exchange, ApiAnswer.failed(405, "Cannot answer: this is not the method."));
    } else if (request && method.equals("GET")) {
      ResponseWriter.json(exchange, question(path, exchange.getRequestURI().getRawQuery()));
    } else if (request) {
      ask(exchange, path);
    } else if (path.equals("/")) {
      String query = exchange.getRequestURI().getRawQuery();
      ResponseWriter.page(
          exchange, 200, pages.list(query, api.listSections(ApiPaths.filter(query))));
    } else if (path.equals("/api/rollouts")) {
      ResponseWriter.json(
          exchange, api.list(ApiPaths.filter(exchange.getRequestURI().getRawQuery())));
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
      ResponseWriter.page(
          exchange, 404, DashboardPages.refusal("Cannot answer: there is no such page."));
    } else if (data) {
      ResponseWriter.json(exchange, api.rollout(name.get()));
    } else {
      ResponseWriter.page(exchange, 200, first(name.get()));
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

  private void ask(HttpExchange exchange, String path) throws IOException {
    if (!guard.guarded(exchange.getRequestHeaders())) {
      ResponseWriter.json(
          exchange,
          ApiAnswer.failed(
              403, "Cannot do that: the request does not come from a page of this dashboard."));
      return;
    }
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Optional<RolloutName> name = ApiPaths.requested(path);
    ResponseWriter.json(
        exchange,
        name.isEmpty()
            ? ApiAnswer.failed(400, "Cannot do that: the request names no rollout.")
            : requests.ask(name.get(), body));
  }

  private ApiAnswer question(String path, String query) {
    Optional<RolloutName> name = ApiPaths.requested(path);
    Map<String, Object> asked = new HashMap<>();
    for (String part : List.of("act", "group", "cluster")) {
      ApiPaths.parameter(query, part).ifPresent(value -> asked.put(part, value));
    }
    return name.isEmpty()
        ? ApiAnswer.failed(400, "Cannot do that: the request names no rollout.")
        : requests.question(name.get(), asked);
  }

  private void events(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
    exchange.sendResponseHeaders(200, 0);
    streams.serve(wanted(exchange.getRequestURI().getRawQuery()), exchange.getResponseBody());
  }

  /** A page that shows one rollout is not woken by others. */
  private static Predicate<RolloutName> wanted(String query) {
    String path = ApiPaths.parameter(query, "of").orElse("");
    return path.startsWith(ApiPaths.API)
        ? ApiPaths.rollout(path.substring(ApiPaths.API.length()))
            .<Predicate<RolloutName>>map(name -> name::equals)
            .orElse(any -> true)
        : any -> true;
  }

  @Override
  public void close() {
    streams.close();
    listener.stop();
    rollouts.close();
    api.close();
    temporal.ifPresent(TemporalInstants::close);
  }
}
