package io.sluice.tools.handover;

import io.fabric8.kubernetes.client.Config;
import io.sluice.policy.PolicyName;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.HubOptions;
import io.sluice.tools.option.NameSuggestions;
import io.sluice.tools.option.PolicyReference;
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
record PolicySelection(Optional<String> namespace, Optional<PolicyReference> policy) {
  /** Reads the options: a policy without {@code -n} is in the namespace of the context. */
  static PolicySelection of(HubOptions hub, Config config, String policy) {
    return policy == null
        ? new PolicySelection(hub.namedNamespace(), Optional.empty())
        : new PolicySelection(
            Optional.of(hub.namespace(config)),
            Optional.of(PolicyReference.of(policy, hub.namedNamespace(), hub.namespace(config))));
  }

  /**
   * Returns those that are chosen, in their order.
   *
   * @param act begins the message when there is none: {@code "Cannot show"}
   */
  SortedSet<PolicyName> in(SortedSet<PolicyName> all, String act) {
    if (policy.isPresent()) {
      PolicyName name = policy.get().in(all::contains);
      if (!all.contains(name)) {
        throw new CliFailure(missing(name, all, act));
      }
      SortedSet<PolicyName> one = new TreeSet<>(PolicyName.ORDER);
      one.add(name);
      return one;
    }
    SortedSet<PolicyName> chosen = new TreeSet<>(all);
    chosen.removeIf(
        found -> namespace.filter(named -> !named.equals(found.namespace())).isPresent());
    if (chosen.isEmpty() && namespace.isPresent()) {
      throw new CliFailure(
          "%s the policies of namespace %s: it has none. %s"
              .formatted(act, namespace.get(), namespaces(all)));
    }
    return chosen;
  }

  private static String missing(PolicyName name, Collection<PolicyName> all, String act) {
    return "%s policy %s: the hub has no such policy. %s"
        .formatted(
            act,
            name,
            NameSuggestions.of(
                name.namespace(), name.name(), all.stream().map(PolicyName::toString).toList()));
  }

  private static String namespaces(Collection<PolicyName> all) {
    List<String> found = all.stream().map(PolicyName::namespace).distinct().toList();
    return found.isEmpty()
        ? "The hub has no policy at all. Create one."
        : "Name one that has: %s.".formatted(NameSuggestions.list(found, 10));
  }
}
