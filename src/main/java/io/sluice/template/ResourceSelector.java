package io.sluice.template;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.LabelSelector;
import java.util.Optional;

/**
 * Selects templates, as one entry of {@code resourceSelectors} (lazy-activation 2.4).
 *
 * @param namespace empty: any that the policy may look at
 * @param name empty: every one
 */
public record ResourceSelector(
    String apiVersion, String kind, String namespace, String name, Optional<LabelSelector> labels) {
  /** What a selector that does not match has for a precision. */
  public static final int NONE = 0;

  private static final int ALL = 1;
  private static final int LABELS = 2;
  private static final int NAME = 3;

  public ResourceSelector {
    requireNonNull(apiVersion, "apiVersion is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
    requireNonNull(labels, "labels is null");
  }

  /** Returns how precisely it selects this template; {@link #NONE} if it does not. */
  public int precision(ResourceTemplate template) {
    ResourceId id = template.id();
    if (!apiVersion.equals(id.apiVersion())
        || !kind.equals(id.kind())
        || !namespace.isEmpty() && !namespace.equals(id.namespace())) {
      return NONE;
    }
    if (!name.isEmpty()) {
      return name.equals(id.name()) ? NAME : NONE;
    }
    if (labels.isPresent()) {
      return labels.get().matches(template.labels()) ? LABELS : NONE;
    }
    return ALL;
  }
}
