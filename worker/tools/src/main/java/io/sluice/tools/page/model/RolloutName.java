package io.sluice.tools.page.model;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.BindingName;
import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import java.util.Optional;

/**
 * Names a Rollout object.
 *
 * @param name of the object: {@code policy-web-tls}
 */
public record RolloutName(String namespace, String name) implements Comparable<RolloutName> {
  public RolloutName {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
  }

  /** Returns the policy that it rolls out; empty if it is that of a template. */
  public Optional<PolicyName> policy() {
    return PolicyName.ofRollout(namespace, name);
  }

  /** Returns the binding whose template it rolls out; empty if it is that of a policy. */
  public Optional<BindingName> binding() {
    return BindingName.ofRollout(namespace, name);
  }

  /** Returns what it rolls out; empty for an object that Sluice has not made. */
  public Optional<RolloutTarget> target() {
    return RolloutTarget.ofRollout(namespace, name);
  }

  /** Returns what it rolls out, for people: {@code web-tls}. */
  public String subject() {
    return target().map(RolloutTarget::name).orElse(name);
  }

  /** Returns {@code policies/web-tls}. */
  public String title() {
    return namespace + "/" + subject();
  }

  @Override
  public int compareTo(RolloutName other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
