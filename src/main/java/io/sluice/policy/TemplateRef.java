package io.sluice.policy;

import static java.util.Objects.requireNonNull;

/**
 * Identifies one template of a policy for the evidence.
 *
 * @param apiVersion that of the template's object, which with the kind decides {@link #family}
 * @param content hash of the effective template, with the policy's action applied; empty if
 *     unknown, which never counts as unchanged
 */
public record TemplateRef(String apiVersion, String kind, String name, String content) {
  public TemplateRef {
    requireNonNull(apiVersion, "apiVersion is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
    requireNonNull(content, "content is null");
  }

  /** A template of OCM's own group with unknown content. */
  public TemplateRef(String kind, String name) {
    this(PolicyApi.POLICY_VERSION, kind, name, "");
  }

  /** Returns which reports can be expected of it. */
  public TemplateKind family() {
    return TemplateKind.of(apiVersion, kind);
  }
}
