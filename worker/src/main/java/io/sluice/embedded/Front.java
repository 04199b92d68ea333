package io.sluice.embedded;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Takes each request in: what it asks for, whether a fault strikes it, who answers it.
 *
 * <p>{@link Discovery} and {@link OpenApi} answer what is there, {@link Resources} all about
 * objects, {@link Watch} the streams. An exception that leaves it breaks the connection; that is
 * how an answer gets lost.
 */
final class Front implements HttpHandler {
  private final Store store;
  private final Resources resources;
  private final Faults faults;
  private final Ledger ledger;
  private final BooleanSupplier open;

  Front(Store store, Faults faults, Ledger ledger, BooleanSupplier open) {
    this.store = store;
    this.resources = new Resources(store);
    this.faults = faults;
    this.ledger = ledger;
    this.open = open;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    Request request = Request.of(exchange);
    String upgrade = exchange.getRequestHeaders().getFirst("Upgrade");
    if ("websocket".equalsIgnoreCase(upgrade)) {
      // No handshake, no error: the client takes plain HTTP instead.
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
      return;
    }
    Optional<Call> call = Call.of(request.method(), request.path(), request.asks("watch"));
    if (call.isEmpty()) {
      elsewhere(request.path()).send(exchange);
      return;
    }
    try {
      serve(exchange, call.get(), request);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static Answer elsewhere(String path) {
    if (List.of("/readyz", "/livez", "/healthz").contains(path)) {
      return Answer.text(200, "ok");
    }
    return Discovery.at(path)
        .or(() -> OpenApi.at(path))
        .map(tree -> Answer.of(200, tree))
        .orElseGet(() -> Answer.text(404, "404 page not found\n"));
  }

  private void serve(HttpExchange exchange, Call asked, Request request)
      throws IOException, InterruptedException {
    Call call = asked.verb().equals("create") ? asked.named(nameIn(request)) : asked;
    boolean lost = false;
    for (Fault fault : faults.of(call)) {
      Thread.sleep(fault.latency().toMillis());
      lost |= fault.effect() == Fault.Effect.LOST_ANSWER;
      if (fault.effect() == Fault.Effect.REFUSAL) {
        ledger.add(call, fault.code());
        refuse(exchange, call, fault);
        return;
      }
    }
    if (call.verb().equals("watch")) {
      watch(exchange, call, request);
      return;
    }
    Answer answer = answer(call, request);
    ledger.add(call, answer.code());
    if (lost) {
      throw new IOException("the answer was lost on purpose");
    }
    answer.send(exchange);
  }

  private Answer answer(Call call, Request request) {
    try {
      return resources.answer(call, request);
    } catch (ApiError e) {
      return Answer.of(e);
    } catch (RuntimeException e) {
      // A defect of this hub: let it be seen rather than break the connection.
      return Answer.of(ApiError.of(500, "Internal error occurred: " + e));
    }
  }

  private static String nameIn(Request request) {
    try {
      return Json.received(request.body()).path("metadata").path("name").asText("");
    } catch (ApiError e) {
      return ""; // The same error is the answer, once the request is served.
    }
  }

  private static void refuse(HttpExchange exchange, Call call, Fault fault) throws IOException {
    if (fault.code() == 429) {
      exchange.getResponseHeaders().set("Retry-After", Integer.toString(fault.retryAfter()));
      Answer.text(429, "Too many requests, please try again later.").send(exchange);
    } else if (fault.code() == 409) {
      Answer.of(ApiError.stale(call.kind(), call.name())).send(exchange);
    } else {
      Answer.of(ApiError.of(fault.code(), "a fault was injected")).send(exchange);
    }
  }

  private void watch(HttpExchange exchange, Call call, Request request)
      throws IOException, InterruptedException {
    Watch watch;
    try {
      watch = new Watch(store, faults, call, request);
    } catch (ApiError e) {
      ledger.add(call, e.code());
      Answer.of(e).send(exchange);
      return;
    }
    ledger.add(call, 200);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    watch.stream(exchange.getResponseBody(), open);
    exchange.close();
  }
}
