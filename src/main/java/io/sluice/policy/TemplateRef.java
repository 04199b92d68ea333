package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /**
   * Returns the templates in a policy's spec, in order.
   *
   * <p>A template without a name is listed without a name: no report matches it, so the policy
   * never counts as evaluated.
   */
  public static List<TemplateRef> listOf(Map<String, Object> spec) {
    Optional<String> action = JsonTree.text(spec, PolicyApi.ACTION);
    return JsonTree.maps(spec, PolicyApi.TEMPLATES).stream()
        .map(template -> of(JsonTree.map(template, PolicyApi.DEFINITION), action))
        .toList();
  }

  /** Interns the texts: thousands of replicas carry the same few. */
  private static TemplateRef of(Map<String, Object> definition, Optional<String> action) {
    return new TemplateRef(
        JsonTree.text(definition, "apiVersion").orElse("").intern(),
        JsonTree.text(definition, "kind").orElse("").intern(),
        JsonTree.text(JsonTree.map(definition, "metadata"), "name").orElse("").intern(),
        EffectiveTemplate.hash(definition, action).intern());
  }

  /** Returns which reports can be expected of it. */
  public TemplateKind family() {
    return TemplateKind.of(apiVersion, kind);
  }
}
