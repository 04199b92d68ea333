package io.sluice.propagation;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Holds bindings, PolicySets and placements, and resolves them for one policy or one set.
 *
 * <p>Subjects and placements are looked up in the namespace of the binding (policy-propagation
 * 2.2).
 */
public record Bindings(
    List<BindingView> bindings, List<PolicySetView> sets, List<PlacementView> placements)
    implements PolicySets {
  public Bindings {
    bindings = bindings.stream().sorted(byName()).toList();
    sets = List.copyOf(sets);
    placements = List.copyOf(placements);
  }

  /** Resolves the clusters of a root policy. */
  public Targets targets(RootSpec root) {
    return new Targets(root, bound(root.name()));
  }

  @Override
  public Optional<List<String>> members(String namespace, String name) {
    return set(namespace, name).map(PolicySetView::policies);
  }

  /** Returns the bindings that have the set as a subject, by name. */
  public List<BoundBinding> ofSet(PolicySetView set) {
    return bindings.stream()
        .filter(binding -> binding.namespace().equals(set.namespace()))
        .filter(binding -> binding.placement().valid())
        .filter(binding -> binding.subjects().stream().anyMatch(s -> s.isPolicySet(set.name())))
        .map(binding -> follow(binding, List.of(BoundBinding.Way.direct())))
        .toList();
  }

  private List<BoundBinding> bound(PolicyName root) {
    List<BoundBinding> bound = new ArrayList<>();
    for (BindingView binding : bindings) {
      if (binding.namespace().equals(root.namespace()) && binding.placement().valid()) {
        List<BoundBinding.Way> ways = ways(binding, root.name());
        if (!ways.isEmpty()) {
          bound.add(follow(binding, ways));
        }
      }
    }
    return bound;
  }

  private List<BoundBinding.Way> ways(BindingView binding, String policy) {
    List<BoundBinding.Way> ways = new ArrayList<>();
    if (binding.subjects().stream().anyMatch(subject -> subject.isPolicy(policy))) {
      ways.add(BoundBinding.Way.direct());
    }
    SortedSet<String> decided = decided(binding);
    binding.subjects().stream()
        .filter(BindingSubject::isPolicySet)
        .map(BindingSubject::name)
        .distinct()
        .flatMap(name -> set(binding.namespace(), name).stream())
        .filter(set -> set.lists(policy))
        .map(set -> BoundBinding.Way.through(set, policy, decided))
        .forEach(ways::add);
    return ways;
  }

  private BoundBinding follow(BindingView binding, List<BoundBinding.Way> ways) {
    return new BoundBinding(binding, placement(binding).isPresent(), decided(binding), ways);
  }

  private SortedSet<String> decided(BindingView binding) {
    return placement(binding).map(PlacementView::clusters).orElseGet(Collections::emptySortedSet);
  }

  private Optional<PlacementView> placement(BindingView binding) {
    return placements.stream()
        .filter(placement -> placement.namespace().equals(binding.namespace()))
        .filter(placement -> placement.kind().equals(binding.placement().kind()))
        .filter(placement -> placement.name().equals(binding.placement().name()))
        .findFirst();
  }

  private Optional<PolicySetView> set(String namespace, String name) {
    return sets.stream()
        .filter(set -> set.namespace().equals(namespace) && set.name().equals(name))
        .findFirst();
  }

  private static Comparator<BindingView> byName() {
    return Comparator.comparing(BindingView::name, ByteOrder.NAMES)
        .thenComparing(BindingView::namespace, ByteOrder.NAMES);
  }
}
