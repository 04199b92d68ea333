package io.sluice.placement.evaluation;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.DecisionGroup;
import io.sluice.placement.DecisionObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Holds what a Placement evaluates to (placement 3).
 *
 * @param groups by index
 * @param objects the PlacementDecisions that must stand, by number
 * @param missing why fewer clusters are chosen than the Placement asks for; empty where all are
 * @param warnings sentences for the event {@code PlacementWarning} (placement 7)
 * @param requeueAfter when a limited toleration ends, and the Placement must be evaluated again
 */
public record Evaluation(
    List<DecisionGroup> groups,
    List<DecisionObject> objects,
    PlacementStatus status,
    Optional<MissingClusters> missing,
    List<String> warnings,
    Optional<Duration> requeueAfter)
    implements EvaluationResult {
  public Evaluation {
    groups = List.copyOf(groups);
    objects = List.copyOf(objects);
    requireNonNull(status, "status is null");
    requireNonNull(missing, "missing is null");
    warnings = List.copyOf(warnings);
    requireNonNull(requeueAfter, "requeueAfter is null");
  }

  @Override
  public <R> R match(Function<Evaluation, R> evaluation, Function<NotEvaluated, R> notEvaluated) {
    return evaluation.apply(this);
  }
}
