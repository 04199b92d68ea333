package io.sluice.placement.evaluation;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;

/**
 * Reports that nothing may be written for a Placement.
 *
 * @param reason one or two sentences for a hub administrator
 * @param retry true for an error of the hub, which may be mended; false for a Placement that is to
 *     be left alone (placement 1)
 */
public record NotEvaluated(String reason, boolean retry) implements EvaluationResult {
  public NotEvaluated {
    requireNonNull(reason, "reason is null");
  }

  @Override
  public <R> R match(Function<Evaluation, R> evaluation, Function<NotEvaluated, R> notEvaluated) {
    return notEvaluated.apply(this);
  }
}
