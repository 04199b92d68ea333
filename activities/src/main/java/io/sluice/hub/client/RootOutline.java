package io.sluice.hub.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Names what is read of a root policy whose content is not: whether it is disabled, its action and
 * its strategy. So a policy that is refused for its size stays staged, or disabled.
 */
public final class RootOutline {
  /** The fields of the spec. */
  public static final Set<String> FIELDS =
      Set.of("disabled", "remediationAction", "rolloutStrategy");

  /** The most bytes that a field may have as JSON; a longer one is no part of the outline. */
  public static final int MOST_BYTES = 16 << 10;

  private RootOutline() {}

  /** Returns the outline of a spec. */
  static Map<String, Object> of(Map<String, Object> spec) {
    Map<String, Object> outline = new LinkedHashMap<>();
    spec.forEach(
        (field, value) -> {
          if (FIELDS.contains(field) && HubObjects.size(value) <= MOST_BYTES) {
            outline.put(field, value);
          }
        });
    return outline;
  }
}
