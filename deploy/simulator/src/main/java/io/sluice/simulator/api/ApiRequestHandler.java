package io.sluice.simulator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Serves each request: parses it, applies faults, executes it and sends the answer.
 *
 * <p>An exception that leaves it breaks the connection; that is how an answer gets lost.
 */
final class ApiRequestHandler implements HttpHandler {
  private final ObjectStore store;
  private final ObjectRegistry registry;
  private final Faults faults;
  private final Set<String> withdrawn;
  private final BiConsumer<ApiRequest, Integer> log;

  /**
   * Creates it.
   *
   * @param withdrawn the resources, by their plural, that are not served now
   */
  ApiRequestHandler(
      ObjectStore store,
      ObjectRegistry registry,
      Faults faults,
      Set<String> withdrawn,
      BiConsumer<ApiRequest, Integer> log) {
    this.store = store;
    this.registry = registry;
    this.faults = faults;
    this.withdrawn = withdrawn;
    this.log = log;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try {
      Optional<ApiRequest> call =
          ApiRequest.of(exchange)
              .filter(request -> !withdrawn.contains(request.key().kind().plural()));
      RequestUser user = RequestUser.of(exchange.getRequestHeaders());
      if ("websocket".equalsIgnoreCase(exchange.getRequestHeaders().getFirst("Upgrade"))) {
        // No handshake, no error: the client takes plain HTTP instead.
        send(exchange, 200, JsonNodes.bytes(JsonNodes.object()));
      } else if (call.isPresent()) {
        serve(exchange, call.get());
      } else if (user.asksForItself(exchange.getRequestURI().getPath())) {
        send(exchange, 201, JsonNodes.bytes(user.review()));
      } else {
        send(
            exchange,
            200,
            JsonNodes.bytes(ResourceKind.discover(exchange.getRequestURI().getPath(), withdrawn)));
      }
    } catch (ApiError e) {
      send(exchange, e.code, JsonNodes.bytes(e.status));
    } catch (RuntimeException e) {
      // A defect of this hub: show it rather than break the connection.
      send(exchange, 500, JsonNodes.bytes(new ApiError(500, "InternalError", e.toString()).status));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private void serve(HttpExchange exchange, ApiRequest call)
      throws IOException, InterruptedException {
    boolean lost = false;
    int code = call.verb().equals("create") ? 201 : 200;
    byte[] json;
    try {
      for (Fault fault : faults.of(call, false)) {
        if (fault.effect == Fault.Effect.SWALLOWED) {
          Thread.sleep(Long.MAX_VALUE);
        }
        lost |= fault.effect == Fault.Effect.LOST_ANSWER;
        applyFault(exchange, call, fault);
      }
      if (call.verb().equals("watch")) {
        WatchStream watch = new WatchStream(store, faults, call);
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
      json = JsonNodes.bytes(e.status);
    }
    log.accept(call, code);
    if (lost) {
      throw new IOException("the answer was lost on purpose");
    }
    send(exchange, code, json);
  }

  private static void applyFault(HttpExchange exchange, ApiRequest call, Fault fault)
      throws InterruptedException {
    if (fault.effect == Fault.Effect.REFUSAL) {
      if (fault.delay > 0) {
        exchange.getResponseHeaders().set("Retry-After", Long.toString(fault.delay / 1000));
      }
      String reason = Map.of(404, "NotFound", 409, "Conflict").getOrDefault(fault.code, "");
      throw new ApiError(fault.code, reason, call.key(), fault.message);
    }
    Thread.sleep(fault.delay);
  }

  private byte[] result(ApiRequest call) {
    ObjectKey key = call.key();
    boolean onStatus = !call.subresource().isEmpty();
    return switch (call.verb()) {
      case "get" -> store.get(key).json();
      case "list" -> list(call);
      case "create" ->
          call.dryRun()
              ? JsonNodes.bytes(registry.tryCreate(key, call.user(), call.body()))
              : registry.create(key, call.user(), call.body()).json();
      case "update" ->
          call.dryRun()
              ? JsonNodes.bytes(registry.tryUpdate(key, call.user(), onStatus, call.body()))
              : registry.update(key, call.user(), onStatus, old -> call.body()).json();
      case "patch" ->
          registry
              .update(
                  key,
                  call.user(),
                  onStatus,
                  old -> JsonNodes.patched(old, call.format(), call.body()))
              .json();
      case "delete" -> deleted(registry.delete(key, call.body()));
      default -> throw new ApiError(405, "MethodNotAllowed", "not allowed here: " + call.verb());
    };
  }

  /** Lists in pages, if a limit is given; unlike a server's, they show changes made meanwhile. */
  private byte[] list(ApiRequest call) {
    ResourceKind kind = call.key().kind();
    ObjectStore.View<StoredObject> all = store.list(kind, call.key().namespace());
    ObjectNode list = JsonNodes.object().put("kind", kind.name() + "List");
    list.put("apiVersion", kind.apiVersion());
    ObjectNode metadata = list.putObject("metadata");
    metadata.put("resourceVersion", Long.toString(all.version()));
    String from = call.parameter("continue", "");
    long limit = Long.parseLong(call.parameter("limit", "0"));
    List<StoredObject> rest =
        all.items().stream()
            .filter(call.selection())
            .filter(object -> object.key().path().compareTo(from) > 0)
            .toList();
    boolean more = limit > 0 && rest.size() > limit;
    List<StoredObject> page = more ? rest.subList(0, (int) limit) : rest;
    if (more) {
      metadata.put("continue", page.get(page.size() - 1).key().path());
    }
    ArrayNode items = list.putArray("items");
    for (StoredObject object : page) {
      items.addRawValue(new RawValue(new String(item(kind, object.json()), UTF_8)));
    }
    return JsonNodes.bytes(list);
  }

  /** A list names a kind that is built into a server once, for all its items. */
  private static byte[] item(ResourceKind kind, byte[] object) {
    if (kind.custom()) {
      return object;
    }
    ObjectNode item = (ObjectNode) JsonNodes.read(object);
    return JsonNodes.bytes(item.without(List.of("apiVersion", "kind")));
  }

  private static byte[] deleted(StoredObject object) {
    if (object.deleting()) {
      return object.json();
    }
    ObjectNode status = JsonNodes.object().put("kind", "Status").put("apiVersion", "v1");
    status.put("status", "Success").putObject("details").put("uid", object.uid());
    return JsonNodes.bytes(status);
  }

  private static void send(HttpExchange exchange, int code, byte[] json) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, json.length);
    exchange.getResponseBody().write(json);
    exchange.close();
  }
}
