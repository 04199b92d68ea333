package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.Compliance;
import io.sluice.policy.propagation.Bindings;
import io.sluice.policy.propagation.BoundBinding;
import io.sluice.policy.propagation.PlacementEntry;
import io.sluice.policy.propagation.PolicySetView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Computes the status of a PolicySet from the policies that it lists (policy-propagation 6).
 *
 * @param exclusions clusters per policy, both sorted
 * @param missing listed policies that do not exist, in spec order
 */
public record PolicySetStatus(
    Optional<Compliance> compliant,
    String statusMessage,
    List<PlacementEntry> placement,
    List<PolicySetView.Exclusion> exclusions,
    List<String> missing) {
  private static final PolicySetStatus EMPTY =
      new PolicySetStatus(Optional.empty(), "", List.of(), List.of(), List.of());

  public PolicySetStatus {
    requireNonNull(compliant, "compliant is null");
    requireNonNull(statusMessage, "statusMessage is null");
    placement = List.copyOf(placement);
    exclusions = List.copyOf(exclusions);
    missing = List.copyOf(missing);
  }

  /**
   * Computes the status of a set.
   *
   * @param members the listed policies that exist, by name
   */
  public static PolicySetStatus of(
      PolicySetView set, Bindings bindings, Map<String, MemberView> members) {
    if (set.policies().isEmpty()) {
      return EMPTY;
    }
    List<BoundBinding> bound = bindings.ofSet(set);
    SortedSet<String> clusters = new TreeSet<>(ByteOrder.NAMES);
    bound.forEach(binding -> clusters.addAll(binding.decided()));
    PolicySetTally tally = tally(set, clusters, members);
    return new PolicySetStatus(
        tally.compliant(),
        tally.message(set.exclusions().stream().anyMatch(exclusion -> active(set, exclusion))),
        bound.stream()
            .flatMap(binding -> binding.ways().stream().map(w -> PlacementEntry.of(binding, w)))
            .sorted(PlacementEntry.ORDER)
            .toList(),
        exclusions(set),
        tally.missing());
  }

  /** Formats the whole {@code status}, without empty fields. */
  public Map<String, Object> toTree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    compliant.ifPresent(compliance -> tree.put("compliant", compliance.label()));
    if (!statusMessage.isEmpty()) {
      tree.put("statusMessage", statusMessage);
    }
    if (!placement.isEmpty()) {
      tree.put("placement", placement.stream().map(PlacementEntry::toTree).toList());
    }
    if (!exclusions.isEmpty()) {
      tree.put("exclusions", exclusions.stream().map(PolicySetStatus::toTree).toList());
    }
    return tree;
  }

  private static PolicySetTally tally(
      PolicySetView set, Collection<String> clusters, Map<String, MemberView> members) {
    PolicySetTally tally = new PolicySetTally();
    for (String policy : set.policies()) {
      MemberView member = members.get(policy);
      if (member == null) {
        tally.missing(policy);
      } else if (member.disabled()) {
        tally.disabled(policy);
      } else {
        List<String> reached = new ArrayList<>(clusters);
        reached.removeAll(set.excluded(policy));
        tally.reporting(policy, member.worstOn(reached));
      }
    }
    return tally;
  }

  private static boolean active(PolicySetView set, PolicySetView.Exclusion exclusion) {
    return !exclusion.clusters().isEmpty() && set.lists(exclusion.policy());
  }

  private static List<PolicySetView.Exclusion> exclusions(PolicySetView set) {
    return set.exclusions().stream()
        .filter(exclusion -> !exclusion.clusters().isEmpty())
        .map(PolicySetView.Exclusion::policy)
        .distinct()
        .sorted(ByteOrder.NAMES)
        .map(policy -> new PolicySetView.Exclusion(policy, List.copyOf(set.excluded(policy))))
        .toList();
  }

  private static Map<String, Object> toTree(PolicySetView.Exclusion exclusion) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("policyName", exclusion.policy());
    tree.put("clusters", exclusion.clusters());
    return tree;
  }
}
