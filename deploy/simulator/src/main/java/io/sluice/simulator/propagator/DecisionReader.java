package io.sluice.simulator.propagator;

import static io.sluice.simulator.propagator.PropagatorKinds.BINDING;
import static io.sluice.simulator.propagator.PropagatorKinds.DECISION;
import static io.sluice.simulator.propagator.PropagatorKinds.PLACEMENT;
import static io.sluice.simulator.propagator.PropagatorKinds.POLICY_SET;
import static io.sluice.simulator.propagator.PropagatorKinds.RULE;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.simulator.tree.ObjectTree;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads which clusters the bindings of a policy select (policy-propagation 5.1). */
final class DecisionReader {
  private static final String PLACEMENT_LABEL = PropagatorKinds.CLUSTER_GROUP + "/placement";

  private final PropagatorCaches caches;

  DecisionReader(PropagatorCaches caches) {
    this.caches = caches;
  }

  /** Returns the bindings of a namespace, by name. */
  Stream<PolicyBinding> bindings(String namespace) {
    return caches
        .list(BINDING, namespace)
        .map(PolicyBinding::of)
        .sorted(Comparator.comparing(PolicyBinding::name));
  }

  /** Returns the bindings that concern a policy, by name; not those whose reference is invalid. */
  List<BindingDecisions> of(String namespace, String policy) {
    return bindings(namespace)
        .filter(binding -> binding.kind().isPresent())
        .map(binding -> decisions(binding, policy))
        .filter(BindingDecisions::concernsPolicy)
        .toList();
  }

  private BindingDecisions decisions(PolicyBinding binding, String policy) {
    return new BindingDecisions(
        binding,
        policy,
        binding.policies().contains(policy),
        binding.sets().stream()
            .flatMap(set -> set(binding.namespace(), set).stream())
            .filter(set -> set.policies().contains(policy))
            .toList(),
        clusters(binding),
        placement(binding).isPresent());
  }

  /** Returns the policies that a binding is for, directly or through its sets. */
  List<String> policies(PolicyBinding binding) {
    return Stream.concat(
            binding.policies().stream(),
            binding.sets().stream()
                .flatMap(set -> set(binding.namespace(), set).stream())
                .flatMap(set -> set.policies().stream()))
        .distinct()
        .toList();
  }

  Optional<PolicySetMembers> set(String namespace, String name) {
    return caches.find(POLICY_SET, namespace, name).map(PolicySetMembers::of);
  }

  /** Returns the clusters of a binding's placement; none if the placement does not exist. */
  SortedSet<String> clusters(PolicyBinding binding) {
    SortedSet<String> clusters = new TreeSet<>();
    Optional<GenericKubernetesResource> placement = placement(binding);
    if (placement.isPresent()) {
      Stream<GenericKubernetesResource> pages =
          binding.refersTo(PolicyBinding.RULE, binding.placement())
              ? placement.stream()
              : caches
                  .list(DECISION, binding.namespace())
                  .filter(page -> binding.placement().equals(placementOf(page)));
      pages.forEach(page -> clusters.addAll(decided(page)));
    }
    return clusters;
  }

  private Optional<GenericKubernetesResource> placement(PolicyBinding binding) {
    return binding
        .kind()
        .flatMap(
            kind ->
                caches.find(
                    kind.equals(PolicyBinding.RULE) ? RULE : PLACEMENT,
                    binding.namespace(),
                    binding.placement()));
  }

  /** Returns the clusters in the status of a PlacementDecision or PlacementRule. */
  static SortedSet<String> decided(GenericKubernetesResource page) {
    SortedSet<String> clusters = new TreeSet<>();
    ObjectTree.maps(PolicyObject.status(page).get("decisions"))
        .map(decision -> ObjectTree.text(decision.get("clusterName")))
        .forEach(clusters::add);
    return clusters;
  }

  /** Returns the name of the Placement of a PlacementDecision; empty without the label. */
  static String placementOf(GenericKubernetesResource page) {
    return PolicyObject.labels(page).getOrDefault(PLACEMENT_LABEL, "");
  }
}
