package io.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Takes each request in: what it asks for, whether a fault strikes it, what the answer is.
 *
 * <p>An exception that leaves it breaks the connection; that is how an answer gets lost.
 */
final class Front implements HttpHandler {
  private final Store store;
  private final Registry registry;
  private final Faults faults;
  private final BiConsumer<Call, Integer> log;

  Front(Store store, Faults faults, BiConsumer<Call, Integer> log) {
    this.store = store;
    this.registry = new Registry(store);
    this.faults = faults;
    this.log = log;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try {
      Optional<Call> call = Call.of(exchange);
      if ("websocket".equalsIgnoreCase(exchange.getRequestHeaders().getFirst("Upgrade"))) {
        // No handshake, no error: the client takes plain HTTP instead.
        send(exchange, 200, Json.bytes(Json.object()));
      } else if (call.isPresent()) {
        serve(exchange, call.get());
      } else {
        send(exchange, 200, Json.bytes(Kind.discover(exchange.getRequestURI().getPath())));
      }
    } catch (ApiError e) {
      send(exchange, e.code, Json.bytes(e.status));
    } catch (RuntimeException e) {
      // A defect of this hub: let it be seen rather than break the connection.
      send(exchange, 500, Json.bytes(new ApiError(500, "InternalError", e.toString()).status));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private void serve(HttpExchange exchange, Call call) throws IOException, InterruptedException {
    boolean lost = false;
    int code = call.verb().equals("create") ? 201 : 200;
    byte[] json;
    try {
      for (Fault fault : faults.of(call, false)) {
        lost |= fault.effect == Fault.Effect.LOST_ANSWER;
        strike(exchange, call, fault);
      }
      if (call.verb().equals("watch")) {
        Watch watch = new Watch(store, faults, call);
        log.accept(call, code);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        watch.stream(exchange.getResponseBody());
        exchange.close();
        return;
      }
      json = result(call);
    } catch (ApiError e) {
      code = e.code;
      json = Json.bytes(e.status);
    }
    log.accept(call, code);
    if (lost) {
      throw new IOException("the answer was lost on purpose");
    }
    send(exchange, code, json);
  }

  private static void strike(HttpExchange exchange, Call call, Fault fault)
      throws InterruptedException {
    if (fault.effect == Fault.Effect.REFUSAL) {
      if (fault.delay > 0) {
        exchange.getResponseHeaders().set("Retry-After", Long.toString(fault.delay / 1000));
      }
      String reason = fault.code == 409 ? "Conflict" : "";
      throw new ApiError(fault.code, reason, call.key(), "%s: a fault was injected");
    }
    Thread.sleep(fault.delay);
  }

  private byte[] result(Call call) {
    Key key = call.key();
    boolean onStatus = !call.subresource().isEmpty();
    return switch (call.verb()) {
      case "get" -> store.get(key).json();
      case "list" -> list(call);
      case "create" -> registry.create(key, call.body()).json();
      case "update" -> registry.update(key, onStatus, old -> call.body()).json();
      case "patch" ->
          registry.update(key, onStatus, o -> Json.patched(o, call.format(), call.body())).json();
      case "delete" -> deleted(registry.delete(key, call.body()));
      default -> throw new ApiError(405, "MethodNotAllowed", "not allowed here: " + call.verb());
    };
  }

  private byte[] list(Call call) {
    Kind kind = call.key().kind();
    Store.View<Stored> all = store.list(kind, call.key().namespace());
    ObjectNode list = Json.object().put("kind", kind.name() + "List");
    list.put("apiVersion", kind.apiVersion());
    list.putObject("metadata").put("resourceVersion", Long.toString(all.version()));
    ArrayNode items = list.putArray("items");
    for (Stored object : all.items().stream().filter(call.selection()).toList()) {
      items.addRawValue(new RawValue(new String(object.json(), UTF_8)));
    }
    return Json.bytes(list);
  }

  private static byte[] deleted(Stored object) {
    if (object.deleting()) {
      return object.json();
    }
    ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
    status.put("status", "Success").putObject("details").put("uid", object.uid());
    return Json.bytes(status);
  }

  private static void send(HttpExchange exchange, int code, byte[] json) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, json.length);
    exchange.getResponseBody().write(json);
    exchange.close();
  }
}
