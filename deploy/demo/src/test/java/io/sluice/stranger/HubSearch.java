package io.sluice.stranger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubObjects;
import java.util.ArrayList;
import java.util.List;

/** Writes random objects to the hub with the rights of a stranger, and no others. */
final class HubSearch implements StrangerSearch {
  /** How much of an object a failure shows: the seed repeats it whole. */
  private static final int SHOWN = 3_000;

  private static final int KEPT = 50;

  private final Stranger stranger;
  private final List<ResourceDefinitionContext> kinds;
  private final RandomText random;
  private final RandomObjects objects;
  private final List<String> own = new ArrayList<>();
  private int accepted;

  HubSearch(
      Stranger stranger,
      List<ResourceDefinitionContext> kinds,
      RandomText random,
      RandomObjects objects) {
    this.stranger = stranger;
    this.kinds = kinds;
    this.random = random;
    this.objects = objects;
  }

  /** Lets it change what is there already, and is its own. */
  HubSearch knowing(String path) {
    own.add(path);
    return this;
  }

  @Override
  public String write() {
    String written = attempt();
    return written.length() <= SHOWN
        ? written
        : written.substring(0, SHOWN) + "… (%d characters)".formatted(written.length());
  }

  private String attempt() {
    if (own.isEmpty() || random.in(2)) {
      return create();
    }
    String path = random.of(own);
    return random.in(4) ? delete(path) : update(path);
  }

  private String create() {
    ResourceDefinitionContext kind = random.of(kinds);
    ObjectNode object = objects.object(kind, stranger.namespace());
    String path = Stranger.path(kind, stranger.namespace());
    String written = "POST %s %s".formatted(path, object);
    if (send("POST", path, object)) {
      own.add(path + "/" + object.at("/metadata/name").asText());
      if (own.size() > KEPT) {
        delete(own.get(0));
      }
    }
    return written;
  }

  private String update(String path) {
    String read;
    try {
      read = stranger.client().raw(path);
    } catch (KubernetesClientException e) {
      own.remove(path);
      return "GET %s: %d".formatted(path, e.getCode());
    }
    if (read == null) {
      // Its deletion has come to its end meanwhile.
      own.remove(path);
      return "GET %s: not found".formatted(path);
    }
    ObjectNode object = HubObjects.parse(read, ObjectNode.class).orElseThrow();
    objects.change(object);
    send("PUT", path, object);
    return "PUT %s %s".formatted(path, object);
  }

  private String delete(String path) {
    own.remove(path);
    send("DELETE", path, null);
    return "DELETE " + path;
  }

  /** Returns whether the hub took it: a refusal is as good, an answer of 500 is not. */
  private boolean send(String verb, String path, ObjectNode object) {
    try {
      stranger.client().raw(path, verb, object);
      accepted++;
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() < 400 || e.getCode() >= 500) {
        throw new IllegalStateException(
            "Cannot %s %s: the hub answers %d %s".formatted(verb, path, e.getCode(), e), e);
      }
      return false;
    }
  }

  @Override
  public int accepted() {
    return accepted;
  }
}
