package io.sluice.tools.option;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Is a policy as a person names it: {@code web-tls}, {@code policies/web-tls}, {@code
 * policy-web-tls} or {@code rollout/policy-web-tls}, as they are printed by Sluice and kubectl.
 */
public final class PolicyReference {
  private static final Set<String> ROLLOUTS = Set.of("rollout", "rollouts");
  private static final Set<String> POLICIES = Set.of("policy", "policies");
  private static final String NAME = "[a-z0-9]([-a-z0-9.]*[a-z0-9])?";

  private final String text;
  private final List<PolicyName> candidates;

  private PolicyReference(String text, Set<PolicyName> candidates) {
    this.text = text;
    this.candidates = List.copyOf(candidates);
  }

  /**
   * Reads a reference.
   *
   * @param named the namespace that is named beside it
   * @param usual the namespace where it is looked for otherwise
   * @throws CliFailure if it is no name, or the two name different namespaces
   */
  public static PolicyReference of(String text, Optional<String> named, String usual) {
    requireNonNull(text, "text is null");
    String where = named.orElse(usual);
    if (!text.matches("(" + NAME + "/)?" + NAME)) {
      throw new CliFailure(
          "Cannot find policy \"%s\": that is no name. Write one such as web-tls or policies/web-tls, of lower-case letters, digits, \"-\" and \".\"."
              .formatted(text));
    }
    int slash = text.indexOf('/');
    String prefix = slash < 0 ? "" : text.substring(0, slash);
    String name = text.substring(slash + 1);
    Set<PolicyName> candidates = new LinkedHashSet<>();
    if (ROLLOUTS.contains(prefix)) {
      PolicyName.ofRollout(where, name).ifPresent(candidates::add);
      candidates.add(new PolicyName(where, name));
    } else if (slash < 0 || POLICIES.contains(prefix) && named.isPresent()) {
      both(where, name, candidates);
    } else {
      if (named.filter(other -> !other.equals(prefix)).isPresent()) {
        throw new CliFailure(
            "Cannot find policy %s: -n names namespace %s. Leave one of them out."
                .formatted(text, where));
      }
      both(prefix, name, candidates);
      if (POLICIES.contains(prefix)) {
        both(where, name, candidates);
      }
    }
    return new PolicyReference(text, candidates);
  }

  private static void both(String namespace, String name, Set<PolicyName> candidates) {
    candidates.add(new PolicyName(namespace, name));
    PolicyName.ofRollout(namespace, name).ifPresent(candidates::add);
  }

  /**
   * Returns the policy that is meant: the first that is there, else the first.
   *
   * @param exists asked only where more than one may be meant
   */
  public PolicyName in(Predicate<PolicyName> exists) {
    return candidates.size() == 1
        ? candidates.get(0)
        : candidates.stream().filter(exists).findFirst().orElse(candidates.get(0));
  }

  @Override
  public String toString() {
    return text;
  }
}
