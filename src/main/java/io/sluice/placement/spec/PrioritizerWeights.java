package io.sluice.placement.spec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Holds the weights with which prioritizers add up to a score (placement 3.4).
 *
 * @param byCoordinate in the order of messages; without weights of 0, which switch off
 */
public record PrioritizerWeights(Map<ScoreCoordinate, Integer> byCoordinate) {
  /** What counts without a policy: Steady 1, Balance 1. */
  public static final PrioritizerWeights ADDITIVE = new PrioritizerWeights(additive());

  public PrioritizerWeights {
    Map<ScoreCoordinate, Integer> used = new LinkedHashMap<>(byCoordinate);
    used.values().removeIf(weight -> weight == 0);
    byCoordinate = Collections.unmodifiableMap(used);
  }

  public boolean uses(Prioritizer prioritizer) {
    return byCoordinate.keySet().stream().anyMatch(each -> each.prioritizer() == prioritizer);
  }

  /** Returns whether the resources of clusters have a weight. */
  public boolean useResources() {
    return uses(Prioritizer.ALLOCATABLE_CPU) || uses(Prioritizer.ALLOCATABLE_MEMORY);
  }

  private static Map<ScoreCoordinate, Integer> additive() {
    Map<ScoreCoordinate, Integer> weights = new LinkedHashMap<>();
    weights.put(ScoreCoordinate.builtIn(Prioritizer.STEADY), 1);
    weights.put(ScoreCoordinate.builtIn(Prioritizer.BALANCE), 1);
    return weights;
  }
}
