package io.sluice.policy;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the templates in a policy's spec, in order. */
public final class TemplateRefs {
  private TemplateRefs() {}

  /**
   * Kind, name and effective content of each {@code objectDefinition}.
   *
   * <p>A template without a name is kept, nameless: no report will ever match it, so the policy
   * cannot pass for evaluated.
   */
  public static List<TemplateRef> of(Map<String, Object> spec) {
    Optional<String> action = JsonTree.text(spec, PolicyApi.ACTION);
    return JsonTree.maps(spec, PolicyApi.TEMPLATES).stream()
        .map(template -> JsonTree.map(template, PolicyApi.DEFINITION))
        .map(definition -> of(definition, action))
        .toList();
  }

  /** Thousands of replicas carry the same few texts: kept once, they take no memory to speak of. */
  private static TemplateRef of(Map<String, Object> definition, Optional<String> action) {
    return new TemplateRef(
        JsonTree.text(definition, "apiVersion").orElse("").intern(),
        JsonTree.text(definition, "kind").orElse("").intern(),
        JsonTree.text(JsonTree.map(definition, "metadata"), "name").orElse("").intern(),
        EffectiveTemplate.hash(definition, action).intern());
  }
}
