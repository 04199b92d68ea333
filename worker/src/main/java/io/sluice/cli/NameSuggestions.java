package io.sluice.cli;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.PolicyName;
import java.util.Collection;
import java.util.List;

/** Suggests policies that exist instead of one that does not. */
final class NameSuggestions {
  private static final int MOST_NAMES = 10;

  private NameSuggestions() {}

  static String of(PolicyName wanted, Collection<PolicyName> roots) {
    List<String> namespaces =
        sorted(
            roots.stream()
                .filter(root -> root.name().equals(wanted.name()))
                .map(PolicyName::namespace)
                .toList());
    if (!namespaces.isEmpty()) {
      return "One of that name is in %s: add -n %s."
          .formatted(list(namespaces, MOST_NAMES), namespaces.get(0));
    }
    List<String> names =
        sorted(
            roots.stream()
                .filter(root -> root.namespace().equals(wanted.namespace()))
                .map(PolicyName::name)
                .toList());
    if (!names.isEmpty()) {
      return "There are: %s.".formatted(list(names, MOST_NAMES));
    }
    List<String> all = sorted(roots.stream().map(PolicyName::toString).toList());
    return all.isEmpty()
        ? "It has none at all. Create one."
        : "Namespace %s has none. There are: %s."
            .formatted(wanted.namespace(), list(all, MOST_NAMES));
  }

  /** Formats a list: {@code a, b and 3 more}. */
  static String list(List<String> names, int most) {
    String shown = String.join(", ", names.stream().limit(most).toList());
    int more = names.size() - most;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  private static List<String> sorted(List<String> names) {
    return names.stream().sorted(ByteOrder.NAMES).distinct().toList();
  }
}
