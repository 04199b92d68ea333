package io.sluice.placement.evaluation;

import java.util.function.Function;

/** Holds what a Placement evaluates to, or why it is not evaluated. */
public sealed interface EvaluationResult permits Evaluation, NotEvaluated {
  /** Calls the branch of this kind; a new kind breaks every caller. */
  <R> R match(Function<Evaluation, R> evaluation, Function<NotEvaluated, R> notEvaluated);
}
