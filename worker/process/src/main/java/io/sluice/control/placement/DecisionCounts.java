package io.sluice.control.placement;

import io.sluice.placement.PublishedDecision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts how often each cluster is decided, in all PlacementDecisions of the hub (placement 3.4).
 */
final class DecisionCounts {
  private List<PublishedDecision> counted = List.of();
  private Map<String, Integer> total = Map.of();

  /**
   * Returns by cluster its entries in all decisions but those of one Placement.
   *
   * @param all the decisions of the hub
   * @param own those of the Placement
   */
  Map<String, Integer> others(List<PublishedDecision> all, List<PublishedDecision> own) {
    Map<String, Integer> others = new HashMap<>(total(all));
    own.forEach(
        decision ->
            decision
                .object()
                .clusters()
                .forEach(
                    cluster ->
                        others.computeIfPresent(
                            cluster, (name, count) -> count == 1 ? null : count - 1)));
    return others;
  }

  /** The sum is kept for as long as the same list is given. */
  private synchronized Map<String, Integer> total(List<PublishedDecision> all) {
    if (all != counted) {
      Map<String, Integer> sum = new HashMap<>();
      all.forEach(
          decision ->
              decision.object().clusters().forEach(cluster -> sum.merge(cluster, 1, Integer::sum)));
      total = sum;
      counted = all;
    }
    return total;
  }
}
