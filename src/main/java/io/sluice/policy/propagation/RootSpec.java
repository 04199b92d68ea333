package io.sluice.policy.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the fields of a root policy that decide about its replicas.
 *
 * @param action its remediation action as written; empty when unset
 */
public record RootSpec(PolicyName name, boolean disabled, Optional<String> action) {
  public RootSpec {
    requireNonNull(name, "name is null");
    requireNonNull(action, "action is null");
  }

  /** Parses the spec of the root. */
  public static RootSpec of(PolicyName name, Map<String, Object> spec) {
    return new RootSpec(
        name, Boolean.TRUE.equals(spec.get("disabled")), JsonTree.text(spec, "remediationAction"));
  }
}
