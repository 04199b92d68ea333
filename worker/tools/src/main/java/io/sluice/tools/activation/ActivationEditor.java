package io.sluice.tools.activation;

import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Asks in the spec of a Rollout for what is pending to be activated (lazy-activation 4.5).
 *
 * <p>A function of trees: all other fields stay, in their order.
 */
final class ActivationEditor {
  private static final String FIELD = "activatePending";
  private static final String REVISION = "revision";
  private static final String AT = "at";

  private ActivationEditor() {}

  /**
   * Returns the spec with the request, in which null removes a field; empty if it has it already.
   */
  static Optional<Map<String, Object>> with(
      Map<String, Object> spec, Optional<String> revision, Optional<Instant> at) {
    Map<String, Object> present = JsonTree.map(spec, FIELD);
    Optional<String> instant = at.map(Instant::toString);
    if (JsonTree.text(present, REVISION).equals(revision)
        && JsonTree.text(present, AT).equals(instant)) {
      return Optional.empty();
    }
    Map<String, Object> request = new HashMap<>();
    request.put(REVISION, revision.orElse(null));
    request.put(AT, instant.orElse(null));
    Map<String, Object> next = new LinkedHashMap<>(spec);
    next.put(FIELD, request);
    return Optional.of(next);
  }
}
