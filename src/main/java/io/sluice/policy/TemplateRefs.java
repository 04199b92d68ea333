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
    Optional<String> action = Tree.text(spec, PolicyApi.ACTION);
    return Tree.maps(spec, PolicyApi.TEMPLATES).stream()
        .map(template -> Tree.map(template, PolicyApi.DEFINITION))
        .map(definition -> of(definition, action))
        .toList();
  }

  /** Thousands of replicas carry the same few texts: kept once, they take no memory to speak of. */
  private static TemplateRef of(Map<String, Object> definition, Optional<String> action) {
    return new TemplateRef(
        Tree.text(definition, "apiVersion").orElse("").intern(),
        Tree.text(definition, "kind").orElse("").intern(),
        Tree.text(Tree.map(definition, "metadata"), "name").orElse("").intern(),
        EffectiveTemplate.hash(definition, action).intern());
  }
}
