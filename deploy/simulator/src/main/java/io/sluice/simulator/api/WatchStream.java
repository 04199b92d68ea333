package io.sluice.simulator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Predicate;

/**
 * Streams the changes of a kind to one client, a line of JSON each.
 *
 * <p>It keeps no queue: it holds the version up to which the client has all changes, and reads the
 * history from there. It occupies its thread until the client, the time-out or a fault ends it; an
 * exception is a connection that breaks.
 */
final class WatchStream {
  private static final long POLL_MILLIS = 500;

  private final ObjectStore store;
  private final Faults faults;
  private final ApiRequest call;
  private final Predicate<StoredObject> selection;
  private final long seconds;
  private long cursor;

  WatchStream(ObjectStore store, Faults faults, ApiRequest call) {
    this.store = store;
    this.faults = faults;
    this.call = call;
    selection = call.selection();
    seconds = Long.parseLong(call.parameter("timeoutSeconds", "2400"));
    cursor = Long.parseLong(call.parameter("resourceVersion", "0"));
  }

  void stream(OutputStream out) throws IOException, InterruptedException {
    long start = System.nanoTime();
    if (cursor == 0) {
      ObjectStore.View<StoredObject> all = store.list(call.key().kind(), call.key().namespace());
      for (StoredObject object : all.items().stream().filter(selection).toList()) {
        send(out, "ADDED", object.json());
      }
      cursor = all.version();
    }
    try {
      while (System.nanoTime() - start < seconds * 1_000_000_000) {
        out.flush();
        forward(out);
      }
    } catch (ApiError expired) {
      send(out, "ERROR", JsonNodes.bytes(expired.status));
    }
  }

  private void forward(OutputStream out) throws IOException, InterruptedException {
    for (Fault fault : faults.of(call, true)) {
      if (fault.effect == Fault.Effect.WATCH_FROZEN) {
        store.changes(call.key().kind(), Long.MAX_VALUE, POLL_MILLIS);
        return;
      }
      if (fault.effect == Fault.Effect.WATCH_CUT) {
        throw new IOException("the watch was cut on purpose");
      }
      throw ApiError.expired(cursor);
    }
    ObjectStore.View<ObjectStore.Change> changes =
        store.changes(call.key().kind(), cursor, POLL_MILLIS);
    for (ObjectStore.Change change : changes.items()) {
      send(out, change);
    }
    cursor = changes.version();
    if (changes.items().isEmpty() && call.parameter("allowWatchBookmarks", "").equals("true")) {
      String bookmark =
          "{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"metadata\":{\"resourceVersion\":\"%d\"}}";
      ResourceKind kind = call.key().kind();
      send(
          out,
          "BOOKMARK",
          bookmark.formatted(kind.name(), kind.apiVersion(), cursor).getBytes(UTF_8));
    }
  }

  /** What leaves the selection is DELETED to a watcher, what enters it is ADDED. */
  private void send(OutputStream out, ObjectStore.Change change) throws IOException {
    boolean was = change.before().filter(selection).isPresent();
    if (!change.removed() && selection.test(change.after())) {
      send(out, was ? "MODIFIED" : "ADDED", change.after().json());
    } else if (was) {
      StoredObject last = change.removed() ? change.after() : change.before().orElseThrow();
      send(
          out,
          "DELETED",
          StoredObject.of(last.key(), last.tree(), change.after().version()).json());
    }
  }

  private static void send(OutputStream out, String type, byte[] object) throws IOException {
    out.write("{\"type\":\"%s\",\"object\":".formatted(type).getBytes(UTF_8));
    out.write(object);
    out.write("}\n".getBytes(UTF_8));
  }
}
