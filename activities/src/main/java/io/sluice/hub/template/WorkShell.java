package io.sluice.hub.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Stands for a Work in a cache: its spec is that of its siblings on other clusters, and made whole
 * for one use.
 */
public final class WorkShell extends GenericKubernetesResource {
  private static final long serialVersionUID = 1L;

  private final transient WorkContent content;
  private final transient Map<String, Object> others;

  /**
   * Stands for a Work that was received.
   *
   * @param others the fields beside {@code metadata} and {@code spec}, as the status
   */
  public WorkShell(
      String apiVersion,
      String kind,
      ObjectMeta received,
      WorkContent content,
      Map<String, Object> others) {
    this.content = requireNonNull(content, "content is null");
    this.others = requireNonNull(others, "others is null");
    setApiVersion(apiVersion);
    setKind(kind);
    setMetadata(received);
  }

  /** Returns what it shares with its siblings. */
  public WorkContent content() {
    return content;
  }

  /** Returns the fields beside {@code metadata} and {@code spec}. */
  Map<String, Object> others() {
    return others;
  }

  @Override
  public Map<String, Object> getAdditionalProperties() {
    // The super class asks for them while it is constructed.
    if (content == null) {
      return Map.of();
    }
    Map<String, Object> fields = new LinkedHashMap<>(others);
    fields.put("spec", content.spec(getMetadata().getNamespace()));
    return fields;
  }

  /** Two are equal only if they are one: each stands for one answer of the hub. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
