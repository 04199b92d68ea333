package io.sluice.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Streams the changes of a kind to one client, a line of JSON each.
 *
 * <p>It keeps no queue: it remembers the version up to which the client knows all, and reads on
 * from there in the history. It occupies its thread until the client, the time-out or a fault ends
 * it.
 */
final class Watch {
  private static final long BOOKMARK_MILLIS = 10_000;
  private static final long LOOK_UP_MILLIS = 1_000;
  private static final long DEFAULT_SECONDS = 2_400;

  private final Store store;
  private final Faults faults;
  private final Call call;
  private final Predicate<Stored> selection;
  private final boolean fromStart;
  private final boolean initialEventsEnd;
  private final boolean bookmarks;
  private final long seconds;
  private long cursor;

  Watch(Store store, Faults faults, Call call, Request request) {
    this.store = store;
    this.faults = faults;
    this.call = call;
    selection = Resources.selection(call, request);
    bookmarks = request.asks("allowWatchBookmarks");
    seconds = request.number("timeoutSeconds", DEFAULT_SECONDS);
    cursor = request.number("resourceVersion", 0);
    initialEventsEnd = request.asks("sendInitialEvents");
    fromStart = initialEventsEnd || cursor == 0;
    if (initialEventsEnd && !request.parameter("resourceVersionMatch").equals("NotOlderThan")) {
      throw ApiError.invalid(
          call.kind(),
          "",
          "resourceVersionMatch",
          "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
    }
  }

  /** Streams until the end of the watch; an exception is a connection that breaks. */
  void stream(OutputStream out, BooleanSupplier open) throws IOException, InterruptedException {
    long start = System.nanoTime();
    if (fromStart) {
      sendAll(out);
    }
    long bookmarkAt = 0;
    while (open.getAsBoolean()) {
      List<Fault.Effect> effects = faults.ofWatch(call);
      if (effects.contains(Fault.Effect.WATCH_CUT)) {
        throw new IOException("the watch was cut on purpose");
      }
      if (effects.contains(Fault.Effect.WATCH_EXPIRED)) {
        send(out, "ERROR", Json.bytes(ApiError.expired(cursor, cursor).status()));
        return;
      }
      long now = (System.nanoTime() - start) / 1_000_000;
      if (effects.contains(Fault.Effect.WATCH_FROZEN)) {
        store.awaitAnything(call.kind(), LOOK_UP_MILLIS);
        continue;
      }
      if (!forward(out, Math.min(bookmarkAt, seconds * 1000) - now)) {
        return;
      }
      boolean over = (System.nanoTime() - start) / 1_000_000 >= seconds * 1000;
      if (bookmarks && (over || now >= bookmarkAt)) {
        send(out, "BOOKMARK", bookmark(false));
      }
      if (now >= bookmarkAt) {
        bookmarkAt = now + BOOKMARK_MILLIS;
      }
      out.flush();
      if (over) {
        return;
      }
    }
    throw new IOException("the hub stops");
  }

  private void sendAll(OutputStream out) throws IOException {
    Store.Snapshot all = store.snapshot(call.kind(), call.namespace());
    for (Stored object : all.objects()) {
      if (selection.test(object)) {
        send(out, "ADDED", object.json());
      }
    }
    cursor = all.version();
    if (initialEventsEnd && bookmarks) {
      send(out, "BOOKMARK", bookmark(true));
    }
  }

  /** Sends what is new, waiting a while for it; false when the history no longer reaches back. */
  private boolean forward(OutputStream out, long millis) throws IOException, InterruptedException {
    try {
      long patience = Math.max(0, Math.min(millis, LOOK_UP_MILLIS));
      History.Batch batch = store.await(call.kind(), cursor, patience);
      for (Change change : batch.changes()) {
        for (Change.Event event : change.seenBy(selection).stream().toList()) {
          send(out, event.type(), event.object());
        }
      }
      cursor = batch.upTo();
      return true;
    } catch (ApiError expired) {
      send(out, "ERROR", Json.bytes(expired.status()));
      return false;
    }
  }

  private byte[] bookmark(boolean initialEventsEnd) {
    ObjectNode tree =
        Json.object().put("kind", call.kind().name()).put("apiVersion", call.kind().apiVersion());
    ObjectNode metadata = tree.putObject("metadata").put("resourceVersion", Long.toString(cursor));
    if (initialEventsEnd) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    return Json.bytes(tree);
  }

  private static void send(OutputStream out, String type, byte[] object) throws IOException {
    String head = "{\"type\":\"" + type + "\",\"object\":";
    out.write(head.getBytes(StandardCharsets.UTF_8));
    out.write(object);
    out.write("}\n".getBytes(StandardCharsets.UTF_8));
  }
}
