package io.sluice.policy.propagation;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Holds bindings, PolicySets and placements, and resolves them for one policy or one set.
 *
 * <p>Subjects and placements are looked up in the namespace of the binding (policy-propagation
 * 2.2).
 *
 * @param held the bindings of one policy that contribute what is active, not what they say now, by
 *     name; empty: nothing yet
 */
public record Bindings(
    List<BindingView> bindings,
    List<PolicySetView> sets,
    List<PlacementView> placements,
    Map<String, Optional<HeldBinding>> held)
    implements PolicySets {
  /** Holds bindings that contribute what they say. */
  public Bindings(
      List<BindingView> bindings, List<PolicySetView> sets, List<PlacementView> placements) {
    this(bindings, sets, placements, Map.of());
  }

  public Bindings {
    bindings = bindings.stream().sorted(byName()).toList();
    sets = List.copyOf(sets);
    placements = List.copyOf(placements);
    held = Map.copyOf(held);
  }

  /** Returns the same bindings, all of which contribute what they say now. */
  public Bindings desired() {
    return new Bindings(bindings, sets, placements);
  }

  /** Returns those of the bindings. */
  public Bindings with(Predicate<BindingView> wanted) {
    return new Bindings(bindings.stream().filter(wanted).toList(), sets, placements, held);
  }

  /**
   * Returns the ways from a binding to a policy, by name, with the clusters that each excludes.
   *
   * @param policy of the binding's namespace
   */
  public SortedMap<String, List<String>> links(BindingView binding, String policy) {
    SortedMap<String, List<String>> links = new TreeMap<>(ByteOrder.NAMES);
    if (binding.subjects().stream().anyMatch(subject -> subject.isPolicy(policy))) {
      links.put(HeldBinding.link(Optional.empty()), List.of());
    }
    setsOf(binding)
        .filter(set -> set.lists(policy))
        .forEach(
            set ->
                links.put(
                    HeldBinding.link(Optional.of(set.name())), List.copyOf(set.excluded(policy))));
    return links;
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
      if (binding.namespace().equals(root.namespace())) {
        bound(binding, root.name()).ifPresent(bound::add);
      }
    }
    return bound;
  }

  private Optional<BoundBinding> bound(BindingView binding, String policy) {
    Optional<HeldBinding> active = held.get(binding.name());
    if (active != null) {
      return active.flatMap(
          was ->
              Optional.of(was.active(ways(binding, policy, was.clusters())))
                  .filter(ways -> !ways.isEmpty())
                  .map(ways -> new BoundBinding(was.view(binding), true, was.clusters(), ways)));
    }
    return Optional.of(binding)
        .filter(present -> present.placement().valid())
        .map(present -> ways(present, policy, decided(present)))
        .filter(ways -> !ways.isEmpty())
        .map(ways -> follow(binding, ways));
  }

  private List<BoundBinding.Way> ways(
      BindingView binding, String policy, SortedSet<String> decided) {
    List<BoundBinding.Way> ways = new ArrayList<>();
    if (binding.subjects().stream().anyMatch(subject -> subject.isPolicy(policy))) {
      ways.add(BoundBinding.Way.direct());
    }
    setsOf(binding)
        .filter(set -> set.lists(policy))
        .map(set -> BoundBinding.Way.through(set, policy, decided))
        .forEach(ways::add);
    return ways;
  }

  private Stream<PolicySetView> setsOf(BindingView binding) {
    return binding.subjects().stream()
        .filter(BindingSubject::isPolicySet)
        .map(BindingSubject::name)
        .distinct()
        .flatMap(name -> set(binding.namespace(), name).stream());
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
