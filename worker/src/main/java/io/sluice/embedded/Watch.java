package io.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Predicate;

/**
 * Streams the changes of a kind to one client, a line of JSON each.
 *
 * <p>It keeps no queue: it remembers the version up to which the client knows all, and reads on
 * from there in the history. It occupies its thread until the client, the time-out or a fault ends
 * it; an exception is a connection that breaks.
 */
final class Watch {
  private static final long BOOKMARK_MILLIS = 10_000;
  private static final long LOOK_UP_MILLIS = 500;

  private final Store store;
  private final Faults faults;
  private final Call call;
  private final Predicate<Stored> selection;
  private final long end;
  private long bookmarkAt;
  private long cursor;

  Watch(Store store, Faults faults, Call call) {
    this.store = store;
    this.faults = faults;
    this.call = call;
    selection = call.selection();
    end = now() + 1000 * call.number("timeoutSeconds", 2_400);
    bookmarkAt = call.parameter("allowWatchBookmarks").equals("true") ? now() : Long.MAX_VALUE;
    cursor = call.number("resourceVersion", 0);
  }

  private static long now() {
    return System.nanoTime() / 1_000_000;
  }

  void stream(HttpExchange exchange) throws IOException, InterruptedException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    OutputStream out = exchange.getResponseBody();
    try {
      if (cursor == 0) {
        Store.View<Stored> all = store.list(call.key().kind(), call.key().namespace());
        for (Stored object : all.items().stream().filter(selection).toList()) {
          send(out, "ADDED", object.json());
        }
        cursor = all.version();
      }
      while (now() < end) {
        out.flush();
        if (isFrozen()) {
          store.changes(call.key().kind(), Long.MAX_VALUE, LOOK_UP_MILLIS);
        } else {
          sendNew(out);
        }
      }
    } catch (ApiError expired) {
      send(out, "ERROR", Json.bytes(expired.status));
    }
    exchange.close();
  }

  private boolean isFrozen() throws IOException {
    boolean frozen = false;
    for (Fault fault : faults.of(call, true)) {
      switch (fault.effect) {
        case WATCH_CUT -> throw new IOException("the watch was cut on purpose");
        case WATCH_EXPIRED -> throw ApiError.expired(cursor);
        default -> frozen = true;
      }
    }
    return frozen;
  }

  private void sendNew(OutputStream out) throws IOException, InterruptedException {
    long patience = Math.min(LOOK_UP_MILLIS, Math.min(end, bookmarkAt) - now());
    Store.View<Store.Change> all = store.changes(call.key().kind(), cursor, patience);
    for (Store.Change change : all.items()) {
      send(out, change);
    }
    cursor = all.version();
    if (now() >= bookmarkAt) {
      send(out, "BOOKMARK", bookmark());
      bookmarkAt = now() + BOOKMARK_MILLIS;
    }
  }

  /**
   * To who sees only some objects, one that leaves the selection is DELETED, one that enters ADDED.
   */
  private void send(OutputStream out, Store.Change change) throws IOException {
    boolean was = change.before().filter(selection).isPresent();
    if (!change.removed() && selection.test(change.after())) {
      send(out, was ? "MODIFIED" : "ADDED", change.after().json());
    } else if (was) {
      Stored last = change.removed() ? change.after() : change.before().orElseThrow();
      send(out, "DELETED", Stored.of(last.key(), last.tree(), change.after().version()).json());
    }
  }

  private byte[] bookmark() {
    ObjectNode tree = Json.object().put("kind", call.key().kind().name());
    tree.put("apiVersion", call.key().kind().apiVersion());
    tree.putObject("metadata").put("resourceVersion", Long.toString(cursor));
    return Json.bytes(tree);
  }

  private static void send(OutputStream out, String type, byte[] object) throws IOException {
    out.write("{\"type\":\"%s\",\"object\":".formatted(type).getBytes(UTF_8));
    out.write(object);
    out.write("}\n".getBytes(UTF_8));
  }
}
