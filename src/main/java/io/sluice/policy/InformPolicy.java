package io.sluice.policy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Decides whether a policy only informs and changes no cluster (rollout-strategy 3.8). */
public final class InformPolicy {
  private static final Set<String> INFORMING = Set.of("inform", "informonly");

  private InformPolicy() {}

  /**
   * True when a policy with this spec enforces nothing: its action is inform, in upper or lower
   * case, or it has none and the action of every template is inform or informonly.
   *
   * <p>False for a spec without action and templates.
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
