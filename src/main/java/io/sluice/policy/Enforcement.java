package io.sluice.policy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds what makes a root policy enforce: such a policy cannot be staged beside the propagator
 * (policy-propagation 14.1).
 */
public final class Enforcement {
  private static final String ENFORCE = "enforce";

  private Enforcement() {}

  /** Returns the root's action as it is spelled, if it is enforce. */
  public static Optional<String> byRoot(Map<String, Object> spec) {
    return JsonTree.text(spec, PolicyApi.ACTION).filter(ENFORCE::equalsIgnoreCase);
  }

  /** Returns the index of the first template that enforces, if the root sets no action. */
  public static Optional<Integer> byTemplate(Map<String, Object> spec) {
    if (JsonTree.text(spec, PolicyApi.ACTION).isPresent()) {
      return Optional.empty();
    }
    List<Map<String, Object>> templates = JsonTree.maps(spec, PolicyApi.TEMPLATES);
    return IntStream.range(0, templates.size())
        .boxed()
        .filter(index -> enforces(JsonTree.map(templates.get(index), PolicyApi.DEFINITION)))
        .findFirst();
  }

  private static boolean enforces(Map<String, Object> definition) {
    return EffectiveTemplate.ownAction(definition).filter(ENFORCE::equalsIgnoreCase).isPresent();
  }
}
