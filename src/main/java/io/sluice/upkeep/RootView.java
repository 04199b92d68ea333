package io.sluice.upkeep;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyName;
import io.sluice.policy.Tree;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what bindings need to know of a root policy.
 *
 * @param action its remediation action in its spelling; empty when unset
 */
public record RootView(PolicyName name, boolean disabled, Optional<String> action) {
  public RootView {
    requireNonNull(name, "name is null");
    requireNonNull(action, "action is null");
  }

  /** Reads a spec of that root. */
  public static RootView of(PolicyName name, Map<String, Object> spec) {
    return new RootView(
        name, Boolean.TRUE.equals(spec.get("disabled")), Tree.text(spec, "remediationAction"));
  }
}
