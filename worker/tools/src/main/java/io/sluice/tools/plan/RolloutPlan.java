package io.sluice.tools.plan;

import static java.util.Objects.requireNonNull;

import io.sluice.forecast.Forecast;
import io.sluice.policy.PolicyName;
import io.sluice.tools.preview.PreparedAttempt;
import java.util.List;
import java.util.Optional;

/**
 * Holds what a rollout of a policy would do.
 *
 * @param generation of the policy
 * @param refusals what keeps it from rolling out, as sentences
 * @param warnings what is odd in its settings
 * @param superseded an attempt that runs, and ends because another one is due
 * @param course empty where no attempt can begin
 * @param changes what files change; empty without files
 */
record RolloutPlan(
    PolicyName policy,
    long generation,
    Optional<String> strategy,
    List<String> refusals,
    List<String> warnings,
    Optional<SupersededAttempt> superseded,
    Optional<Course> course,
    Optional<PlanChanges> changes) {
  RolloutPlan {
    requireNonNull(policy, "policy is null");
    requireNonNull(strategy, "strategy is null");
    refusals = List.copyOf(refusals);
    warnings = List.copyOf(warnings);
    requireNonNull(superseded, "superseded is null");
    requireNonNull(course, "course is null");
    requireNonNull(changes, "changes is null");
  }

  /** Returns the same plan with what files change. */
  RolloutPlan with(PlanChanges found) {
    return new RolloutPlan(
        policy, generation, strategy, refusals, warnings, superseded, course, Optional.of(found));
  }

  /**
   * Holds how an attempt would go.
   *
   * @param least if every cluster reports at once
   * @param likely if clusters report as they did before
   * @param unreachable the clusters of it that are not Available now
   */
  record Course(
      PreparedAttempt attempt,
      Forecast least,
      Forecast likely,
      ReportTimes times,
      List<String> unreachable) {}
}
