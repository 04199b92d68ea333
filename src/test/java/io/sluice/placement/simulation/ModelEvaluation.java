package io.sluice.placement.simulation;

import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.EvaluationResult;
import java.util.List;
import java.util.Map;

/**
 * Holds what an evaluation wants to be written.
 *
 * @param status the tree of the Placement's status
 */
record ModelEvaluation(
    List<DecisionGroup> groups, List<DecisionObject> objects, Map<String, Object> status) {
  static ModelEvaluation of(EvaluationResult result) {
    Evaluation evaluation =
        result.match(
            any -> any,
            none -> {
              throw new AssertionError(none.reason());
            });
    return new ModelEvaluation(
        evaluation.groups(), evaluation.objects(), evaluation.status().toTree());
  }
}
