package io.sluice.placement.evaluation;

import io.sluice.placement.PlacementTrees;
import java.util.List;

/** Evaluates scenes in the format of the conformance cases. */
final class EvaluationScene {
  private EvaluationScene() {}

  static EvaluationInput input(String scene) {
    return EvaluationCase.input(PlacementTrees.tree(scene));
  }

  static Evaluation evaluation(String scene) {
    return result(scene)
        .match(
            evaluation -> evaluation,
            none -> {
              throw new AssertionError(none.reason());
            });
  }

  static NotEvaluated notEvaluated(String scene) {
    return result(scene)
        .match(
            evaluation -> {
              throw new AssertionError(evaluation.toString());
            },
            none -> none);
  }

  /** Returns the groups as {@code index name [clusters]}. */
  static List<String> groups(String scene) {
    return evaluation(scene).groups().stream()
        .map(
            group ->
                "%d %s %s".formatted(group.key().index(), group.key().name(), group.clusters()))
        .toList();
  }

  private static EvaluationResult result(String scene) {
    EvaluationInput input = input(scene);
    return PlacementEvaluator.of(input.placement(), input.defaultGrouping()).evaluate(input);
  }
}
