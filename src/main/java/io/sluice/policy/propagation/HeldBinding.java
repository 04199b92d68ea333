package io.sluice.policy.propagation;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Holds what a binding contributes while an edit of it, or of its placement, waits (lazy-activation
 * 4.2).
 *
 * @param clusters those that its placement decided on when that was active
 * @param links the ways from the binding to the policy, with the clusters that each excludes; a way
 *     that is not listed contributes nothing
 */
public record HeldBinding(
    PlacementRef placement,
    Optional<String> override,
    boolean restricted,
    SortedSet<String> clusters,
    Map<String, List<String>> links) {
  /** Names the link of a binding that lists the policy itself. */
  static final String DIRECT = "Policy";

  private static final String SET = "PolicySet/";

  public HeldBinding {
    requireNonNull(placement, "placement is null");
    requireNonNull(override, "override is null");
    clusters = Collections.unmodifiableSortedSet(clusters);
    links = Collections.unmodifiableMap(new LinkedHashMap<>(links));
  }

  static String link(Optional<String> set) {
    return set.map(name -> SET + name).orElse(DIRECT);
  }

  /** Returns the same binding without the clusters that it does not select any more. */
  public HeldBinding within(SortedSet<String> selected) {
    SortedSet<String> kept = new TreeSet<>(ByteOrder.NAMES);
    clusters.stream().filter(selected::contains).forEach(kept::add);
    return new HeldBinding(placement, override, restricted, kept, links);
  }

  BindingView view(BindingView present) {
    return new BindingView(
        present.namespace(),
        present.name(),
        placement,
        present.subjects(),
        override,
        restricted,
        present.bothSpellings());
  }

  /** Returns the present ways that are active, each with what it excluded and excludes. */
  List<BoundBinding.Way> active(List<BoundBinding.Way> present) {
    return present.stream()
        .filter(way -> links.containsKey(link(way.policySet())))
        .map(
            way -> {
              SortedSet<String> excluded = new TreeSet<>(ByteOrder.NAMES);
              excluded.addAll(way.excluded());
              links.get(link(way.policySet())).stream()
                  .filter(clusters::contains)
                  .forEach(excluded::add);
              return new BoundBinding.Way(way.policySet(), excluded);
            })
        .toList();
  }
}
