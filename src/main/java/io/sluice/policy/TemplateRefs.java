package io.sluice.policy;

import java.util.List;
import java.util.Map;

/** Finds the templates in a policy's spec, in order. */
public final class TemplateRefs {
  private TemplateRefs() {}

  /**
   * Kind and name of each {@code objectDefinition}.
   *
   * <p>A template without a name is kept, nameless: no report will ever match it, so the policy
   * cannot pass for evaluated.
   */
  public static List<TemplateRef> of(Map<String, Object> spec) {
    return Tree.maps(spec, PolicyApi.TEMPLATES).stream()
        .map(template -> Tree.map(template, PolicyApi.DEFINITION))
        .map(
            definition ->
                new TemplateRef(
                    Tree.text(definition, "kind").orElse(""),
                    Tree.text(Tree.map(definition, "metadata"), "name").orElse("")))
        .toList();
  }
}
