package io.sluice.policy.propagation;

import io.sluice.fleet.ByteOrder;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds an element of {@code status.placement}: one way by which a binding binds a policy or a set
 * (policy-propagation 9.1).
 *
 * @param placement the Placement; like {@code placementRule} empty if that object does not exist
 * @param policySet the set on the way, if any
 * @param exclusions clusters that the set excludes for the policy, sorted
 */
public record PlacementEntry(
    String placementBinding,
    Optional<String> placement,
    Optional<String> placementRule,
    Optional<String> policySet,
    List<String> exclusions) {
  /** The order of {@code status.placement} (policy-propagation 9.1). */
  public static final Comparator<PlacementEntry> ORDER =
      Comparator.comparing(PlacementEntry::key, ByteOrder.NAMES);

  public PlacementEntry {
    exclusions = List.copyOf(exclusions);
  }

  public static PlacementEntry of(BoundBinding bound, BoundBinding.Way way) {
    PlacementRef ref = bound.binding().placement();
    boolean isRule = ref.kind().equals(PlacementRef.PLACEMENT_RULE);
    Optional<String> name = bound.placementExists() ? Optional.of(ref.name()) : Optional.empty();
    return new PlacementEntry(
        bound.name(),
        isRule ? Optional.empty() : name,
        isRule ? name : Optional.empty(),
        way.policySet(),
        List.copyOf(way.excluded()));
  }

  public Map<String, Object> toTree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("placementBinding", placementBinding);
    placement.ifPresent(name -> tree.put("placement", name));
    placementRule.ifPresent(name -> tree.put("placementRule", name));
    policySet.ifPresent(name -> tree.put("policySet", name));
    if (!exclusions.isEmpty()) {
      tree.put(
          "exclusions",
          exclusions.stream().map(cluster -> Map.of("clusterName", cluster)).toList());
    }
    return tree;
  }

  private String key() {
    return String.join(
        " ",
        placementBinding,
        placement.orElse(""),
        placementRule.orElse(""),
        policySet.orElse(""));
  }
}
