package io.sluice.policy;

import static java.util.Objects.requireNonNull;

/**
 * Names one template of a policy, as far as evidence needs it.
 *
 * @param apiVersion that of the template's object, by which its kind is told
 * @param content hash of the effective template, the policy's action applied; empty when unknown,
 *     which equals nothing
 */
public record TemplateRef(String apiVersion, String kind, String name, String content) {
  public TemplateRef {
    requireNonNull(apiVersion, "apiVersion is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
    requireNonNull(content, "content is null");
  }

  /** A template of OCM's own group whose content is not known. */
  public TemplateRef(String kind, String name) {
    this(PolicyApi.POLICY_VERSION, kind, name, "");
  }

  /** What is to be expected of its reports. */
  public TemplateKind family() {
    return TemplateKind.of(apiVersion, kind);
  }
}
