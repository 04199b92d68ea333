package io.sluice.placement.evaluation;

import static java.util.Objects.requireNonNull;

import io.sluice.placement.selection.ScheduleResult;
import io.sluice.placement.selection.SchedulingFacts;
import java.util.Optional;

/**
 * Holds an evaluation together with what led to it, from which it is explained.
 *
 * @param schedule absent: no cluster was chosen anew
 */
record EvaluationTrace(
    EvaluationResult result, SchedulingFacts facts, Optional<ScheduleResult> schedule) {
  EvaluationTrace {
    requireNonNull(result, "result is null");
    requireNonNull(facts, "facts is null");
    requireNonNull(schedule, "schedule is null");
  }
}
