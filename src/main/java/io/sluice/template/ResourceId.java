package io.sluice.template;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.JsonTree;
import java.util.Locale;
import java.util.Map;

/**
 * Identifies a template.
 *
 * @param namespace empty for a cluster-scoped one
 */
public record ResourceId(String apiVersion, String kind, String namespace, String name) {
  public ResourceId {
    requireNonNull(apiVersion, "apiVersion is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
  }

  /** Reads the identity of an object. */
  public static ResourceId of(Map<String, Object> object) {
    return of(object, JsonTree.map(object, "metadata"));
  }

  /** Reads a reference, which names all in one place: {@code spec.resource} of a binding. */
  public static ResourceId ofReference(Map<String, Object> reference) {
    return of(reference, reference);
  }

  private static ResourceId of(Map<String, Object> type, Map<String, Object> name) {
    return new ResourceId(
        JsonTree.text(type, "apiVersion").orElse(""),
        JsonTree.text(type, "kind").orElse(""),
        JsonTree.text(name, "namespace").orElse(""),
        JsonTree.text(name, "name").orElse(""));
  }

  /** Returns the API group; empty for the core group. */
  public String group() {
    return apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
  }

  public boolean namespaced() {
    return !namespace.isEmpty();
  }

  /** Returns the name of its binding: {@code web-deployment}. */
  public String bindingName() {
    return (name + "-" + kind).toLowerCase(Locale.ROOT).replace(':', '.');
  }

  /** Returns the key of its binding in a cache. */
  public String bindingKey() {
    return namespaced() ? namespace + "/" + bindingName() : bindingName();
  }

  /** Returns its own key in a cache of its kind. */
  public String key() {
    return namespaced() ? namespace + "/" + name : name;
  }

  @Override
  public String toString() {
    return "%s %s %s".formatted(apiVersion, kind, key());
  }
}
