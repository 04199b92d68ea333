package io.sluice.hub.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.sluice.fleet.LabelSelector;
import io.sluice.hub.crd.Kinds;
import java.net.URI;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Sends objects that are JSON already, one request for each call. So a caller can format once what
 * many objects have in common; fabric8 would copy and format each object.
 *
 * <p>Throws fabric8's exception, as {@link HubApi} does for writes.
 */
public final class JsonSender {
  private static final String STATUS = "/status";
  private static final String JSON = "application/json";
  private static final String MERGE_PATCH = "application/merge-patch+json";

  /** The caller knows what it has written, and metadata are the least that a hub answers. */
  private static final String METADATA_ONLY =
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";

  private static final String LIST_OF_METADATA =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

  private final KubernetesClient client;

  /** Sends through this client. */
  public JsonSender(KubernetesClient client) {
    this.client = requireNonNull(client, "client is null");
  }

  /** Creates an object; returns its metadata as they are stored. */
  public ObjectMeta create(ResourceDefinitionContext kind, String namespace, String json) {
    return send("POST", path(kind, namespace), json);
  }

  /** Creates an object, for who need not know what is stored: the answer is not parsed. */
  public void createOnly(ResourceDefinitionContext kind, String namespace, String json) {
    sendOnly("POST", path(kind, namespace), json);
  }

  /** Replaces an object in the same way; the JSON must have its resourceVersion. */
  public void updateOnly(
      ResourceDefinitionContext kind, String namespace, String name, String json) {
    sendOnly("PUT", path(kind, namespace) + "/" + encoded(name), json);
  }

  /**
   * Replaces an object; the JSON must have its resourceVersion. Returns its metadata as they are
   * stored.
   */
  public ObjectMeta update(
      ResourceDefinitionContext kind, String namespace, String name, String json) {
    return send("PUT", path(kind, namespace) + "/" + encoded(name), json);
  }

  /**
   * Replaces the status of an object; the JSON must have its resourceVersion. Returns its metadata
   * as they are stored: a status may be as large as the hub can store.
   */
  public ObjectMeta updateStatus(
      ResourceDefinitionContext kind, String namespace, String name, String json) {
    return send("PUT", path(kind, namespace) + "/" + encoded(name) + STATUS, json);
  }

  /**
   * Merges a tree into the status of an object, which is neither read before nor returned whole;
   * the last write of a field wins.
   */
  public void mergeStatus(
      ResourceDefinitionContext kind, String namespace, String name, String json) {
    String path = path(kind, namespace) + "/" + encoded(name) + STATUS;
    text("PATCH " + path, request("PATCH", MERGE_PATCH, path, json).build());
  }

  /**
   * Deletes an object if it is still the one with this UID, at this version. Nothing of it is
   * copied or formatted but its name.
   *
   * @return false when there is none any more
   */
  public boolean delete(ResourceDefinitionContext kind, ObjectMeta at) {
    requireNonNull(at.getResourceVersion(), "resourceVersion is null");
    String path = path(kind, at.getNamespace()) + "/" + encoded(at.getName());
    Map<String, String> preconditions =
        Map.of("uid", at.getUid(), "resourceVersion", at.getResourceVersion());
    String options =
        HubObjects.json(
            Map.of(
                "apiVersion", "v1",
                "kind", "DeleteOptions",
                "propagationPolicy", "Background",
                "preconditions", preconditions));
    try {
      text("DELETE " + path, request("DELETE", JSON, path, options).build());
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** Reads the metadata of a cluster-scoped object; empty when there is none. */
  public Optional<ObjectMeta> metadata(ResourceDefinitionContext kind, String name) {
    String path =
        "apis/%s/%s/%s".formatted(Kinds.apiVersion(kind), kind.getPlural(), encoded(name));
    return read(kind, path, name);
  }

  /** The same of an object in a namespace. */
  public Optional<ObjectMeta> metadata(
      ResourceDefinitionContext kind, String namespace, String name) {
    return read(kind, path(kind, namespace) + "/" + encoded(name), namespace + "/" + name);
  }

  /**
   * Lists which versions the objects in a namespace have that carry these labels, by name.
   *
   * <p>In one request without a limit, which API servers answer from memory; older ones scan their
   * store for a list with a limit.
   */
  public Map<String, String> versions(
      ResourceDefinitionContext kind, String namespace, Map<String, String> labels) {
    if (!HubApi.possible(labels)) {
      return Map.of();
    }
    String selector = new LabelSelector(labels, List.of()).query();
    String path = path(kind, namespace) + "?labelSelector=" + encoded(selector);
    String doing = "GET " + path;
    try {
      String answer = text(doing, accepting(path, LIST_OF_METADATA).build());
      Map<String, String> versions = new HashMap<>();
      HubObjects.parse(answer, Versions.class)
          .orElseThrow(
              () -> new KubernetesClientException(doing + ": the answer is no list: " + answer))
          .items()
          .forEach(item -> versions.put(item.metadata().name(), item.metadata().version()));
      return versions;
    } catch (KubernetesClientException e) {
      throw HubException.of(
          "list %s objects in %s".formatted(kind.getKind(), namespace), "list", kind, e);
    }
  }

  private record Versions(List<Item> items) {
    /** An empty list of metadata has null for its items. */
    private Versions {
      items = List.copyOf(requireNonNullElse(items, List.of()));
    }

    private record Item(Metadata metadata) {}

    private record Metadata(String name, @JsonProperty("resourceVersion") String version) {}
  }

  private Optional<ObjectMeta> read(ResourceDefinitionContext kind, String path, String label) {
    String doing = "GET " + path;
    HttpRequest request = accepting(path).build();
    try {
      return Optional.of(metadata(doing, text(doing, request)));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.NOT_FOUND) {
        return Optional.empty();
      }
      throw HubException.of("read %s %s".formatted(HubApi.label(kind), label), "get", kind, e);
    }
  }

  private static String path(ResourceDefinitionContext kind, String namespace) {
    return "%s/%s/namespaces/%s/%s"
        .formatted(
            kind.getGroup().isEmpty() ? "api" : "apis",
            Kinds.apiVersion(kind),
            encoded(namespace),
            kind.getPlural());
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, UTF_8);
  }

  private void sendOnly(String method, String path, String json) {
    answer(method + " " + path, request(method, JSON, path, json).build());
  }

  private ObjectMeta send(String method, String path, String json) {
    String doing = method + " " + path;
    return metadata(doing, text(doing, request(method, JSON, path, json).build()));
  }

  private static ObjectMeta metadata(String doing, String answer) {
    return HubObjects.parse(answer, Answer.class)
        .map(Answer::metadata)
        .orElseThrow(
            () -> new KubernetesClientException(doing + ": the answer is no object: " + answer));
  }

  private record Answer(ObjectMeta metadata) {}

  private HttpRequest.Builder request(String method, String type, String path, String json) {
    return accepting(path).method(method, type, json);
  }

  private HttpRequest.Builder accepting(String path) {
    return accepting(path, METADATA_ONLY);
  }

  private HttpRequest.Builder accepting(String path, String types) {
    return client
        .getHttpClient()
        .newHttpRequestBuilder()
        .uri(URI.create(client.getMasterUrl() + path))
        .header("Accept", types);
  }

  private String text(String doing, HttpRequest request) {
    return new String(answer(doing, request), UTF_8);
  }

  private byte[] answer(String doing, HttpRequest request) {
    HttpResponse<byte[]> answer = answer(client.getHttpClient().sendAsync(request, byte[].class));
    if (!answer.isSuccessful()) {
      throw failure(doing, answer.code(), new String(answer.body(), UTF_8));
    }
    return answer.body();
  }

  private static HttpResponse<byte[]> answer(CompletableFuture<HttpResponse<byte[]>> sent) {
    try {
      return sent.get();
    } catch (InterruptedException e) {
      sent.cancel(true);
      Thread.currentThread().interrupt();
      throw new KubernetesClientException("interrupted while waiting for an answer", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KubernetesClientException failure
          ? failure.copyAsCause()
          : new KubernetesClientException(e.getCause().getMessage(), e.getCause());
    }
  }

  private static KubernetesClientException failure(String doing, int code, String text) {
    Status status =
        HubObjects.parse(text, Status.class)
            .filter(parsed -> parsed.getMessage() != null)
            // A server that is overloaded answers with plain text.
            .orElseGet(() -> new StatusBuilder().withCode(code).withMessage(text).build());
    return new KubernetesClientException(
        "%s: %d: %s".formatted(doing, code, status.getMessage()), code, status);
  }
}
