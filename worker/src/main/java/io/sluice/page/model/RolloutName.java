package io.sluice.page.model;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyName;
import java.util.Optional;

/**
 * Names a Rollout object.
 *
 * @param name of the object: {@code policy-web-tls}
 */
public record RolloutName(String namespace, String name) implements Comparable<RolloutName> {
  private static final String POLICY = "policy-";
  private static final String BINDING = "binding-";

  public RolloutName {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
  }

  /** Returns the policy that it rolls out; empty if it is that of a template. */
  public Optional<PolicyName> policy() {
    return name.startsWith(POLICY) && name.length() > POLICY.length()
        ? Optional.of(new PolicyName(namespace, name.substring(POLICY.length())))
        : Optional.empty();
  }

  /** Returns what it rolls out, for people: {@code web-tls}. */
  public String subject() {
    return policy()
        .map(PolicyName::name)
        .orElse(name.startsWith(BINDING) ? name.substring(BINDING.length()) : name);
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
