package io.sluice.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

/** Answers the requests about objects, all but watches. */
final class Resources {
  private final Store store;
  private final Registry registry;

  Resources(Store store) {
    this.store = store;
    this.registry = new Registry(store);
  }

  Answer answer(Call call, Request request) {
    if (!request.parameter("dryRun").isEmpty()) {
      throw ApiError.badRequest("the embedded hub knows no dry run");
    }
    return switch (call.verb()) {
      case "get" -> Answer.of(200, registry.get(call.key()).json());
      case "list" -> Answer.of(200, list(call, request));
      case "create" -> {
        requireJson(request);
        ObjectNode tree = Json.receivedObject(request.body());
        yield Answer.of(201, registry.create(call.kind(), call.namespace(), tree).json());
      }
      case "update" -> {
        requireJson(request);
        ObjectNode tree = Json.receivedObject(request.body());
        yield Answer.of(200, registry.update(call.key(), call.onStatus(), old -> tree).json());
      }
      case "patch" ->
          Answer.of(
              200,
              registry
                  .update(
                      call.key(),
                      call.onStatus(),
                      old -> Patch.apply(call.key(), old, request.mediaType(), request.body()))
                  .json());
      case "delete" -> Answer.of(200, delete(call, DeleteOptions.of(request.body())));
      default -> throw notAllowed();
    };
  }

  private static ApiError notAllowed() {
    return ApiError.of(405, "the server does not allow this method on the requested resource");
  }

  private static void requireJson(Request request) {
    if (!List.of("", "application/json").contains(request.mediaType())) {
      throw ApiError.of(
          415,
          "the body of the request was in an unknown format - accepted media types include:"
              + " application/json");
    }
  }

  private byte[] list(Call call, Request request) {
    Predicate<Stored> selection = selection(call, request);
    Store.Snapshot all = store.snapshot(call.kind(), call.namespace());
    String head =
        "{\"kind\":\"%sList\",\"apiVersion\":\"%s\",\"metadata\":{\"resourceVersion\":\"%d\"},\"items\":["
            .formatted(call.kind().name(), call.kind().apiVersion(), all.version());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    boolean first = true;
    for (Stored object : all.objects()) {
      if (selection.test(object)) {
        if (!first) {
          out.write(',');
        }
        out.writeBytes(object.json());
        first = false;
      }
    }
    out.writeBytes("]}".getBytes(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  static Predicate<Stored> selection(Call call, Request request) {
    Predicate<Stored> selected =
        Selector.of(
            call.kind(), request.parameter("labelSelector"), request.parameter("fieldSelector"));
    return selected.and(
        o ->
            (call.namespace().isEmpty() || o.key().namespace().equals(call.namespace()))
                && (call.name().isEmpty() || o.key().name().equals(call.name())));
  }

  private byte[] delete(Call call, DeleteOptions options) {
    Stored deleted = registry.delete(call.key(), options);
    if (deleted.deleting()) {
      return deleted.json();
    }
    ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
    status.putObject("metadata");
    status
        .put("status", "Success")
        .putObject("details")
        .put("name", call.name())
        .put("group", call.kind().group())
        .put("kind", call.kind().plural())
        .put("uid", deleted.uid());
    return Json.bytes(status);
  }
}
