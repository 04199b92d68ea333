package io.sluice.tools.template;

import static java.util.Objects.requireNonNull;

import io.sluice.template.ResourceId;

/**
 * Names a template as a user does, without the version of its API.
 *
 * @param kind in any case
 * @param namespace the one to look in; a cluster-scoped template has none
 */
public record TemplateName(String kind, String namespace, String name) {
  public TemplateName {
    requireNonNull(kind, "kind is null");
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
  }

  /** Returns the identity of the template in the namespace, or of the cluster-scoped one. */
  ResourceId id(boolean clusterScoped) {
    return new ResourceId("", kind, clusterScoped ? "" : namespace, name);
  }

  /** Formats it without the noun: {@code Deployment shop/web}. */
  public String label() {
    return "%s %s%s".formatted(kind, namespace.isEmpty() ? "" : namespace + "/", name);
  }

  @Override
  public String toString() {
    return "template " + label();
  }
}
