package io.sluice.cli;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.PolicyName;
import java.util.Collection;
import java.util.List;

/** Says which policies there are to somebody who named one that is not. */
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
          .formatted(listed(namespaces), namespaces.get(0));
    }
    List<String> names =
        sorted(
            roots.stream()
                .filter(root -> root.namespace().equals(wanted.namespace()))
                .map(PolicyName::name)
                .toList());
    if (!names.isEmpty()) {
      return "There are: %s.".formatted(listed(names));
    }
    List<String> all = sorted(roots.stream().map(PolicyName::toString).toList());
    return all.isEmpty()
        ? "It has none at all. Create one."
        : "Namespace %s has none. There are: %s.".formatted(wanted.namespace(), listed(all));
  }

  private static List<String> sorted(List<String> names) {
    return names.stream().sorted(ByteOrder.NAMES).distinct().toList();
  }

  private static String listed(List<String> names) {
    String shown = String.join(", ", names.stream().limit(MOST_NAMES).toList());
    int more = names.size() - MOST_NAMES;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }
}
