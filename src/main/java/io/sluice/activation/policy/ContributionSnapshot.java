package io.sluice.activation.policy;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.JsonTree;
import io.sluice.policy.propagation.BindingView;
import io.sluice.policy.propagation.HeldBinding;
import io.sluice.policy.propagation.PlacementRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Converts what a binding contributes from and to the tree that the activation compares and records
 * (lazy-activation 4.2).
 */
public final class ContributionSnapshot {
  static final String PLACEMENT_REF = "placementRef";
  static final String PLACEMENT = "placement";
  private static final String OVERRIDE = "bindingOverrides";
  private static final String FILTER = "subFilter";
  private static final String SUBJECTS = "subjects";
  private static final String RESTRICTED = "restricted";
  private static final String UNKNOWN = "unknown";

  private ContributionSnapshot() {}

  /**
   * Takes the snapshot.
   *
   * @param placement hash of the placement's spec
   * @param links the ways from the binding to the policy, with the clusters that each excludes
   */
  public static Map<String, Object> of(
      BindingView binding, String placement, Map<String, List<String>> links) {
    PlacementRef ref = binding.placement();
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(
        PLACEMENT_REF, Map.of("apiGroup", ref.apiGroup(), "kind", ref.kind(), "name", ref.name()));
    tree.put(PLACEMENT, placement);
    binding.override().ifPresent(action -> tree.put(OVERRIDE, action));
    if (binding.restricted()) {
      tree.put(FILTER, RESTRICTED);
    }
    tree.put(SUBJECTS, new TreeMap<>(links));
    return tree;
  }

  /** Returns the hash of the placement's spec. */
  public static String placement(Map<String, Object> snapshot) {
    return JsonTree.text(snapshot, PLACEMENT).orElse("");
  }

  /** Returns the snapshot of a targeting of which only the links are known. */
  static Map<String, Object> unknown(Map<String, Object> desired) {
    Map<String, Object> tree = new LinkedHashMap<>(desired);
    tree.put(PLACEMENT, UNKNOWN);
    return tree;
  }

  /**
   * Returns the active targeting without what was withdrawn: a link that is gone, and clusters that
   * a set excludes now.
   */
  static Map<String, Object> withdrawn(Map<String, Object> active, Map<String, Object> desired) {
    if (!active.containsKey(SUBJECTS)) {
      return active;
    }
    SortedMap<String, List<String>> present = links(desired);
    SortedMap<String, List<String>> left = new TreeMap<>(ByteOrder.NAMES);
    links(active)
        .forEach(
            (link, excluded) -> {
              if (present.containsKey(link)) {
                TreeSet<String> all = new TreeSet<>(ByteOrder.NAMES);
                all.addAll(excluded);
                all.addAll(present.get(link));
                left.put(link, List.copyOf(all));
              }
            });
    Map<String, Object> tree = new LinkedHashMap<>(active);
    tree.put(SUBJECTS, left);
    return tree;
  }

  /** Returns those of the clusters that at least one link does not exclude. */
  static List<String> selected(Map<String, Object> snapshot, Collection<String> clusters) {
    if (RESTRICTED.equals(snapshot.get(FILTER))) {
      return List.of();
    }
    Collection<List<String>> excluded = links(snapshot).values();
    return clusters.stream()
        .filter(cluster -> excluded.stream().anyMatch(names -> !names.contains(cluster)))
        .toList();
  }

  /** Returns the binding as it is active. */
  static HeldBinding held(Map<String, Object> snapshot, Collection<String> clusters) {
    TreeSet<String> sorted = new TreeSet<>(ByteOrder.NAMES);
    sorted.addAll(clusters);
    return new HeldBinding(
        ref(snapshot),
        override(snapshot),
        RESTRICTED.equals(snapshot.get(FILTER)),
        sorted,
        links(snapshot));
  }

  /** Returns the action that the binding overrides with; empty without one. */
  static Optional<String> override(Map<String, Object> snapshot) {
    return Optional.ofNullable(snapshot.get(OVERRIDE)).map(Object::toString);
  }

  static PlacementRef ref(Map<String, Object> snapshot) {
    Map<String, Object> ref = JsonTree.map(snapshot, PLACEMENT_REF);
    return new PlacementRef(
        JsonTree.text(ref, "apiGroup").orElse(""),
        JsonTree.text(ref, "kind").orElse(""),
        JsonTree.text(ref, "name").orElse(""));
  }

  private static SortedMap<String, List<String>> links(Map<String, Object> snapshot) {
    Map<String, Object> tree = JsonTree.map(snapshot, SUBJECTS);
    SortedMap<String, List<String>> links = new TreeMap<>(ByteOrder.NAMES);
    for (String link : tree.keySet()) {
      links.put(link, new ArrayList<>(JsonTree.texts(tree, link)));
    }
    return links;
  }
}
