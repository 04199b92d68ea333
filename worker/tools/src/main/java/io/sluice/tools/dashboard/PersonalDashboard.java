package io.sluice.tools.dashboard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.read.RunInstants;
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

/**
 * Answers the requests of one person, and follows the hub with the rights of that person.
 *
 * <p>Whatever it has read is seen by that person alone: nothing of it is shared. {@code /} lists
 * rollouts, {@code /rollouts/NAMESPACE/NAME} shows one; below {@code /api} is what these pages
 * fetch.
 */
final class PersonalDashboard implements AutoCloseable {
  private final EventStreams streams;
  private final WatchedRollouts rollouts;
  private final LeaderCheck leader;
  private final DashboardApi api;
  private final RequestApi requests;
  private final DashboardPages pages;
  private final Access access;

  /** Decides what the requests of the person may do. */
  interface Access {
    /** Returns whether a request comes from a script of a page of this person. */
    boolean guarded(Headers headers);

    /** Returns whether the person is still let in: what stays open ends otherwise. */
    boolean lasts();
  }

  /**
   * Begins to follow the hub.
   *
   * @param client of the person; it is not closed
   * @param runs is asked what the hub does not record
   */
  PersonalDashboard(
      KubernetesClient client,
      DashboardSettings settings,
      RunInstants runs,
      DashboardPages pages,
      Access access) {
    this.pages = pages;
    this.access = access;
    this.leader = new LeaderCheck(client, settings.leaseNamespace());
    this.streams = new EventStreams(this::problem);
    this.rollouts =
        WatchedRollouts.start(client, settings.namespaces(), settings.fallback(), streams::changed);
    this.api =
        new DashboardApi(
            client, rollouts, runs, settings.hubName(), settings.temporalUi(), Clock.systemUTC());
    this.requests = new RequestApi(client, settings.hubName());
  }

  /** A thread of the watch may ask before the constructor has ended. */
  private Optional<String> problem() {
    return rollouts == null ? Optional.empty() : rollouts.problem().or(this::noLeader);
  }

  private Optional<String> noLeader() {
    return rollouts.unfinished() ? leader.lost(Instant.now()) : Optional.empty();
  }

  /** Returns the namespaces that it shows; empty: all. */
  Optional<List<String>> namespaces() {
    return rollouts.namespaces();
  }

  /** Answers a request that was let in. */
  void answer(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getPath();
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
    if (!access.guarded(exchange.getRequestHeaders())) {
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
    streams.serve(
        wanted(exchange.getRequestURI().getRawQuery()), access::lasts, exchange.getResponseBody());
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
    rollouts.close();
    api.close();
  }
}
