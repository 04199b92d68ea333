package io.sluice.tools.handover;

import io.fabric8.kubernetes.client.Config;
import io.sluice.policy.PolicyName;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.NameSuggestions;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Chooses the policies of a command: all of the hub, those of the namespace that is named, or one.
 *
 * @param namespace empty: all namespaces
 * @param name empty: all names
 */
record PolicySelection(Optional<String> namespace, Optional<String> name) {
  /** Reads the options: a policy without {@code -n} is in the namespace of the context. */
  static PolicySelection of(HubOptions hub, Config config, String policy) {
    return policy == null
        ? new PolicySelection(hub.namedNamespace(), Optional.empty())
        : new PolicySelection(Optional.of(hub.namespace(config)), Optional.of(policy));
  }

  /**
   * Returns those that are chosen, in their order.
   *
   * @param act begins the message when there is none: {@code "Cannot show"}
   */
  SortedSet<PolicyName> in(SortedSet<PolicyName> all, String act) {
    SortedSet<PolicyName> chosen = new TreeSet<>(all);
    chosen.removeIf(
        policy ->
            namespace.filter(named -> !named.equals(policy.namespace())).isPresent()
                || name.filter(named -> !named.equals(policy.name())).isPresent());
    if (chosen.isEmpty() && namespace.isPresent()) {
      throw new CliFailure(missing(all, act));
    }
    return chosen;
  }

  private String missing(Collection<PolicyName> all, String act) {
    List<String> existing = all.stream().map(PolicyName::toString).toList();
    return name.map(
            policy ->
                "%s policy %s/%s: the hub has no such policy. %s"
                    .formatted(
                        act,
                        namespace.orElseThrow(),
                        policy,
                        NameSuggestions.of(namespace.orElseThrow(), policy, existing)))
        .orElseGet(
            () ->
                "%s the policies of namespace %s: it has none. %s"
                    .formatted(act, namespace.orElseThrow(), namespaces(all)));
  }

  private static String namespaces(Collection<PolicyName> all) {
    List<String> found = all.stream().map(PolicyName::namespace).distinct().toList();
    return found.isEmpty()
        ? "The hub has no policy at all. Create one."
        : "Name one that has: %s.".formatted(NameSuggestions.list(found, 10));
  }
}
