package io.sluice.policy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells the policies that only inform from those that change a cluster (rollout-strategy 3.8). */
public final class InformPolicy {
  private static final Set<String> INFORMING = Set.of("inform", "informonly");

  private InformPolicy() {}

  /**
   * True when a policy with this spec enforces nothing: its action is inform in any case, or it has
   * none and every template asks for inform or informonly.
   *
   * <p>A spec without action and templates says nothing of the kind.
   */
  public static boolean is(Map<String, Object> spec) {
    Optional<String> action = JsonTree.text(spec, PolicyApi.ACTION);
    if (action.isPresent()) {
      return action.get().equalsIgnoreCase("inform");
    }
    List<Map<String, Object>> templates = JsonTree.maps(spec, PolicyApi.TEMPLATES);
    return !templates.isEmpty()
        && templates.stream()
            .map(template -> JsonTree.map(template, PolicyApi.DEFINITION))
            .allMatch(InformPolicy::informs);
  }

  private static boolean informs(Map<String, Object> definition) {
    return EffectiveTemplate.ownAction(definition)
        .filter(own -> INFORMING.stream().anyMatch(own::equalsIgnoreCase))
        .isPresent();
  }
}
