package io.sluice.control.placement;

import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.evaluation.PlacementEvaluator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Keeps one evaluator for each Placement while its settings stay the same. */
final class Evaluators {
  private final GroupingMode grouping;
  private final Map<PlacementKey, PlacementEvaluator> kept = new ConcurrentHashMap<>();

  Evaluators(GroupingMode grouping) {
    this.grouping = grouping;
  }

  PlacementEvaluator of(PlacementObject placement) {
    return kept.compute(
        new PlacementKey(placement.namespace(), placement.name()),
        (key, known) ->
            known != null && known.serves(placement)
                ? known
                : PlacementEvaluator.of(placement, grouping));
  }

  void forget(PlacementKey placement) {
    kept.remove(placement);
  }

  /** Returns the Placements that were evaluated before and whose evaluator meets a condition. */
  List<PlacementKey> which(Predicate<PlacementEvaluator> condition) {
    return kept.entrySet().stream()
        .filter(entry -> condition.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }
}
