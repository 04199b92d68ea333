package io.sluice.tools.lint;

import io.sluice.policy.JsonTree;
import io.sluice.tools.manifest.Manifest;
import java.util.List;
import java.util.Optional;

/**
 * Finds Placements of files that may use no cluster set, where the files hold sets or bindings, but
 * no clusters: with clusters the evaluation says it.
 */
final class SetBindingLinter {
  static final String REASON = "NoManagedClusterSetBindings";
  private static final String BINDING = "ManagedClusterSetBinding";

  private SetBindingLinter() {}

  /** Returns the warning of a Placement. */
  static Optional<String> warning(LintObjects objects, Manifest placement) {
    boolean sets =
        objects.all().stream()
            .anyMatch(object -> object.is(BINDING) || object.is("ManagedClusterSet"));
    if (!sets || placement.line() == 0) {
      return Optional.empty();
    }
    String namespace = objects.namespace(placement);
    List<String> bound =
        objects.all().stream()
            .filter(object -> object.is(BINDING))
            .filter(object -> objects.namespace(object).equals(namespace))
            .map(Manifest::name)
            .toList();
    List<String> unbound =
        JsonTree.texts(placement.spec(), "clusterSets").stream()
            .filter(set -> !bound.contains(set))
            .toList();
    if (bound.isEmpty()) {
      return Optional.of(
          "The files have no ManagedClusterSetBinding in namespace %s, without which it chooses no cluster. Add one, named as the set."
              .formatted(namespace));
    }
    return unbound.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "spec.clusterSets lists %s, which no ManagedClusterSetBinding of the files binds to namespace %s. Add one of that name, or use: %s."
                .formatted(String.join(", ", unbound), namespace, String.join(", ", bound)));
  }
}
