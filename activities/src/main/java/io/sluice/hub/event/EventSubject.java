package io.sluice.hub.event;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;

/**
 * Names the object that an Event is about.
 *
 * @param namespace that of the Event as well
 * @param uid without it {@code kubectl describe} does not find the Event
 */
public record EventSubject(
    String apiVersion, String kind, String namespace, String name, String uid) {
  /** Where Kubernetes keeps the Events of objects without a namespace. */
  private static final String CLUSTER_SCOPED = "default";

  public EventSubject {
    requireNonNull(apiVersion, "apiVersion is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
    requireNonNull(uid, "uid is null");
  }

  /** Names an object as it was read. */
  public static EventSubject of(GenericKubernetesResource object) {
    ObjectMeta meta = object.getMetadata();
    return new EventSubject(
        object.getApiVersion(),
        object.getKind(),
        requireNonNullElse(meta.getNamespace(), CLUSTER_SCOPED),
        meta.getName(),
        requireNonNullElse(meta.getUid(), ""));
  }

  Map<String, Object> reference() {
    return Map.of(
        "apiVersion", apiVersion, "kind", kind, "namespace", namespace, "name", name, "uid", uid);
  }

  @Override
  public String toString() {
    return kind + " " + namespace + "/" + name;
  }
}
