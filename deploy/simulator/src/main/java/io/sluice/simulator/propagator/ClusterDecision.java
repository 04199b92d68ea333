package io.sluice.simulator.propagator;

import java.util.List;
import java.util.Optional;

/**
 * Decides whether a policy goes to one cluster, and whether a binding raises its action there
 * (policy-propagation 5.2).
 *
 * @param override the action of the binding that raises it, as written
 */
record ClusterDecision(boolean replicated, Optional<String> override) {

  static ClusterDecision of(String cluster, List<BindingDecisions> bindings) {
    List<PolicyBinding> selecting =
        bindings.stream()
            .filter(decisions -> decisions.selects(cluster))
            .map(BindingDecisions::binding)
            .toList();
    if (selecting.stream().allMatch(PolicyBinding::restricted)) {
      return new ClusterDecision(false, Optional.empty());
    }
    return new ClusterDecision(
        true, override(selecting, false).or(() -> override(selecting, true)));
  }

  private static Optional<String> override(List<PolicyBinding> selecting, boolean restricted) {
    return selecting.stream()
        .filter(binding -> binding.restricted() == restricted)
        .flatMap(binding -> binding.override().stream())
        .findFirst();
  }
}
