package io.sluice.transcript;

import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.List;

/** Lists scenarios of new and updated policies, group by group (rollout-strategy 6.1). */
final class ProgressiveScenarios {
  private ProgressiveScenarios() {}

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
            "new-policy-succeeds",
            "New policy succeeds",
            "A new policy goes through dev, stage and prod; each group starts when the one before"
                + " has soaked.",
            ProgressiveScenarios::newPolicySucceeds),
        Scenario.of(
            "new-policy-fails",
            "New policy fails, first rollout",
            "One cluster of stage does not comply within its deadline; prod never gets the policy.",
            ProgressiveScenarios::newPolicyFails),
        Scenario.of(
                "no-deadline",
                "First rollout without a deadline",
                "One cluster of stage does not comply, and nothing but its compliance ends that.",
                ProgressiveScenarios::noDeadline)
            .with(Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)),
        Scenario.of(
            "second-rollout",
            "Second rollout",
            "After the first rollout of a new policy has failed, its next version reaches"
                + " everybody.",
            ProgressiveScenarios::secondRollout),
        Scenario.of(
            "updated-policy-succeeds",
            "Updated policy succeeds",
            "v1 runs everywhere; v2 takes its place group by group.",
            ProgressiveScenarios::updatedPolicySucceeds),
        Scenario.of(
            "updated-policy-fails",
            "Updated policy fails",
            "v1 runs everywhere; one cluster of dev does not comply with v2, and the others keep"
                + " v1.",
            ProgressiveScenarios::updatedPolicyFails));
  }

  static void newPolicySucceeds(ScenarioDriver scenario) {
    scenario
        .three()
        .write()
        .is("P v1 | T - | T - | Progressing | Progressing")
        .wrote("d1", "d2")
        .compliant("d1", "d2")
        .is("S v1 | T - | T - | Progressing | Soaking")
        .soakPasses()
        .is("S v1 | P v1 | T - | Progressing | Progressing")
        .wrote("s1", "s2")
        .soaked("s1", "s2")
        .is("S v1 | S v1 | P v1 | Progressing | Progressing")
        .wrote("p1", "p2")
        .soaked("p1", "p2")
        .is("S v1 | S v1 | S v1 | Succeeded | Done, Succeeded")
        .ended("u1 Succeeded");
  }

  private static ScenarioDriver untilStageReportsNegative(ScenarioDriver scenario) {
    return scenario
        .three()
        .write()
        .is("P v1 | T - | T - | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v1 | P v1 | T - | Progressing | Progressing")
        .compliant("s1")
        .is("S v1 | s1 S v1, s2 P v1 | T - | Progressing | Progressing")
        .notCompliant("s2")
        .is("S v1 | s1 S v1, s2 P v1 | T - | Progressing | Progressing");
  }

  static void newPolicyFails(ScenarioDriver scenario) {
    untilStageReportsNegative(scenario)
        .deadlineOf("s2")
        .is("S v1 | s1 S v1, s2 F v1 | T - | Failed | Halted, Failed")
        .wrote()
        .exceptions("s2 Failed Failed")
        .ended("u1 Failed");
  }

  private static void noDeadline(ScenarioDriver scenario) {
    untilStageReportsNegative(scenario)
        .after(Duration.ofDays(30))
        .is("S v1 | s1 S v1, s2 P v1 | T - | Progressing | Progressing")
        .waitsFor("become compliant: s2. No deadline is set")
        .soaked("s2")
        .is("S v1 | S v1 | P v1 | Progressing | Progressing");
  }

  private static void secondRollout(ScenarioDriver scenario) {
    newPolicyFails(scenario);
    scenario
        .before()
        .write()
        .is("P v2 | T v1 | T - | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | P v2 | T - | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("S v2 | S v2 | P v2 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v2 | S v2 | S v2 | Succeeded | Done, Succeeded");
  }

  static void updatedPolicySucceeds(ScenarioDriver scenario) {
    InitialStates.v1Everywhere(scenario)
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .wrote("d1", "d2")
        .soaked("d1", "d2")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("S v2 | S v2 | P v2 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v2 | S v2 | S v2 | Succeeded | Done, Succeeded");
  }

  static void updatedPolicyFails(ScenarioDriver scenario) {
    InitialStates.v1Everywhere(scenario)
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .compliant("d1")
        .is("d1 S v2, d2 P v2 | T v1 | T v1 | Progressing | Progressing")
        .notCompliant("d2")
        .is("d1 S v2, d2 P v2 | T v1 | T v1 | Progressing | Progressing")
        .deadlineOf("d2")
        .is("d1 S v2, d2 F v2 | T v1 | T v1 | Failed | Halted, Failed")
        .exceptions("d2 Failed Failed");
  }
}
