package io.sluice.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what bindings need to know of a root policy.
 *
 * @param action its remediation action in its spelling; empty when unset
 */
public record RootSpec(PolicyName name, boolean disabled, Optional<String> action) {
  public RootSpec {
    requireNonNull(name, "name is null");
    requireNonNull(action, "action is null");
  }

  /** Reads a spec of that root. */
  public static RootSpec of(PolicyName name, Map<String, Object> spec) {
    return new RootSpec(
        name, Boolean.TRUE.equals(spec.get("disabled")), JsonTree.text(spec, "remediationAction"));
  }
}
