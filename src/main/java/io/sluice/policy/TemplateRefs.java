package io.sluice.policy;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists the templates in a policy's spec. */
public final class TemplateRefs {
  private TemplateRefs() {}

  /**
   * Returns kind, name and effective content of each {@code objectDefinition}, in order.
   *
   * <p>A template without a name is listed without a name: no report matches it, so the policy
   * never counts as evaluated.
   */
  public static List<TemplateRef> of(Map<String, Object> spec) {
    Optional<String> action = JsonTree.text(spec, PolicyApi.ACTION);
    return JsonTree.maps(spec, PolicyApi.TEMPLATES).stream()
        .map(template -> JsonTree.map(template, PolicyApi.DEFINITION))
        .map(definition -> of(definition, action))
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
}
