package io.sluice.transcript;

import io.sluice.rollout.strategy.Strategy;
import java.time.Duration;
import java.util.List;

/** Lists scenarios of clusters that join during a rollout and after it (rollout-strategy 6.2). */
final class NewClusterScenarios {
  private NewClusterScenarios() {}

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
            "added-before-its-group",
            "Cluster added during a rollout, its group not reached",
            "s3 joins stage while dev is in flight: it gets v1 at once, and v2 with its group.",
            NewClusterScenarios::beforeItsGroup),
        Scenario.of(
            "added-and-never-reached",
            "Cluster added during a rollout that ends before its turn",
            "s3 joins stage and gets v1; dev fails, so s3 is not reached: it waits like the others,"
                + " and is no NewCluster.",
            NewClusterScenarios::neverReached),
        Scenario.of(
            "added-without-a-last-success",
            "Cluster added during a rollout, nothing was ever successful",
            "s3 joins stage during the first rollout: it gets nothing before its group's turn.",
            NewClusterScenarios::withoutALastSuccess),
        Scenario.of(
            "added-to-the-group-in-flight",
            "Cluster added to the group in flight",
            "s3 joins stage three minutes after stage has started: it starts at once, with a"
                + " deadline of its own.",
            NewClusterScenarios::toTheGroupInFlight),
        Scenario.of(
            "earlier-group-reopened",
            "Earlier group reopened",
            "s3 joins stage while p2 is in flight: stage is finished first, then the walk goes on"
                + " with prod.",
            NewClusterScenarios::earlierGroupReopened),
        Scenario.of(
                "earlier-group-reopened-fails",
                "Earlier group reopened, and the newcomer fails",
                "s3 joins stage while p2 is in flight and fails: breach; p2 is left, and observed"
                    + " until its soak is over.",
                NewClusterScenarios::earlierGroupReopenedFails)
            .with(Scenario.PER_GROUP.withMinSuccessTime(Duration.ofMinutes(3))),
        Scenario.of(
            "added-after-a-rollout",
            "Cluster added after a rollout",
            "s3 joins after v2 has succeeded: it gets v2 directly, and is an ordinary member with"
                + " v3.",
            NewClusterScenarios::afterARollout),
        Scenario.of(
            "added-after-a-failed-rollout",
            "Cluster added after a failed rollout",
            "s3 joins after v2 has failed: it gets v1, the last successful version; the root stays"
                + " Failed.",
            NewClusterScenarios::afterAFailedRollout),
        Scenario.of(
                "added-after-a-failed-type-all",
                "Cluster added after a failed rollout of type All",
                "s3 joins after v1 went to everyone and failed on d2: no former version is known,"
                    + " so it gets v1.",
                NewClusterScenarios::afterAFailedTypeAll)
            .with(Strategy.all().withProgressDeadline(Scenario.DEADLINE)));
  }

  private static void beforeItsGroup(ScenarioDriver scenario) {
    InitialStates.v1Everywhere(scenario)
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .joins("s3", "stage")
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .wrote("s3")
        .soaked("d1", "d2")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .wrote("s1", "s2", "s3")
        .soaked("s1", "s2", "s3")
        .is("S v2 | S v2 | P v2 | Progressing | Progressing");
  }

  private static void neverReached(ScenarioDriver scenario) {
    InitialStates.v1Everywhere(scenario)
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .joins("s3", "stage")
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .wrote("s3")
        .soaked("d1")
        .is("d1 S v2, d2 P v2 | T v1 | T v1 | Progressing | Progressing")
        .deadlineOf("d2")
        .is("d1 S v2, d2 O v2 | T v1 | T v1 | Failed | Halted, Failed");
  }

  private static void withoutALastSuccess(ScenarioDriver scenario) {
    scenario
        .three()
        .write()
        .is("P v1 | T - | T - | Progressing | Progressing")
        .joins("s3", "stage")
        .is("P v1 | T - | T - | Progressing | Progressing")
        .wrote()
        .soaked("d1", "d2")
        .is("S v1 | P v1 | T - | Progressing | Progressing")
        .wrote("s1", "s2", "s3");
  }

  private static void toTheGroupInFlight(ScenarioDriver scenario) {
    InitialStates.v1Everywhere(scenario)
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .after(Duration.ofMinutes(3))
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .joins("s3", "stage")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .wrote("s3")
        .soaked("s1", "s2")
        .is("S v2 | s1 S v2, s2 S v2, s3 P v2 | T v1 | Progressing | Progressing")
        .deadlineOf("s1")
        .is("S v2 | s1 S v2, s2 S v2, s3 P v2 | T v1 | Progressing | Progressing")
        .deadlineOf("s3")
        .is("S v2 | s1 S v2, s2 S v2, s3 O v2 | T v1 | Failed | Halted, Failed");
  }

  private static ScenarioDriver untilProdIsInFlight(ScenarioDriver scenario) {
    return InitialStates.v1InFourGroups(scenario)
        .write()
        .is("P v2 | T v1 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("S v2 | S v2 | P v2 | T v1 | Progressing | Progressing");
  }

  private static ScenarioDriver s3AndP3Join(ScenarioDriver scenario) {
    return scenario
        .is("S v2 | S v2 | p1 S v2, p2 P v2 | T v1 | Progressing | Progressing")
        .joins("s3", "stage")
        .is(
            "S v2 | s1 S v2, s2 S v2, s3 P v2 | p1 S v2, p2 P v2 | T v1 | Progressing |"
                + " Progressing")
        .wrote("s3")
        .joins("p3", "prod")
        .is(
            "S v2 | s1 S v2, s2 S v2, s3 P v2 | p1 S v2, p2 P v2, p3 T v1 | T v1 | Progressing |"
                + " Progressing")
        .wrote("p3");
  }

  private static void earlierGroupReopened(ScenarioDriver scenario) {
    s3AndP3Join(untilProdIsInFlight(scenario).soaked("p1"))
        .soaked("s3")
        .is("S v2 | S v2 | p1 S v2, p2 P v2, p3 P v2 | T v1 | Progressing | Progressing")
        .wrote("p3")
        .soaked("p2", "p3")
        .is("S v2 | S v2 | S v2 | P v2 | Progressing | Progressing")
        .soaked("l1")
        .is("S v2 | S v2 | S v2 | S v2 | Succeeded | Done, Succeeded");
  }

  private static void earlierGroupReopenedFails(ScenarioDriver scenario) {
    s3AndP3Join(untilProdIsInFlight(scenario).compliant("p1"))
        .notCompliant("s3")
        .is(
            "S v2 | s1 S v2, s2 S v2, s3 P v2 | p1 S v2, p2 P v2, p3 T v1 | T v1 | Progressing |"
                + " Progressing")
        .after(Duration.ofMinutes(8))
        .is(
            "S v2 | s1 S v2, s2 S v2, s3 P v2 | p1 S v2, p2 P v2, p3 T v1 | T v1 | Progressing |"
                + " Progressing")
        .compliant("p2")
        .is(
            "S v2 | s1 S v2, s2 S v2, s3 P v2 | p1 S v2, p2 S v2, p3 T v1 | T v1 | Progressing |"
                + " Progressing")
        .deadlineOf("s3")
        .is(
            "S v2 | s1 S v2, s2 S v2, s3 F v2 | p1 S v2, p2 S v2, p3 T v1 | T v1 | Failed | Halted,"
                + " Failed")
        .ended("u1 Succeeded")
        .soakPasses()
        .is(
            "S v2 | s1 S v2, s2 S v2, s3 F v2 | p1 S v2, p2 S v2, p3 T v1 | T v1 | Failed | Halted,"
                + " Failed")
        .wrote()
        .ended("u1 Succeeded", "u2 Failed");
  }

  private static void afterARollout(ScenarioDriver scenario) {
    InitialStates.v2Everywhere(scenario)
        .joins("s3", "stage")
        .is("S v2 | s1 S v2, s2 S v2, s3 N v2 | S v2 | Succeeded | Done, Succeeded")
        .wrote("s3")
        .write()
        .is("P v3 | T v2 | T v2 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v3 | P v3 | T v2 | Progressing | Progressing")
        .wrote("s1", "s2", "s3");
  }

  private static void afterAFailedRollout(ScenarioDriver scenario) {
    ProgressiveScenarios.updatedPolicyFails(scenario);
    scenario
        .before()
        .joins("s3", "stage")
        .is("d1 S v2, d2 F v2 | s1 T v1, s2 T v1, s3 N v1 | T v1 | Failed | Halted, Failed")
        .wrote("s3")
        .write()
        .is("P v3 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v3 | P v3 | T v1 | Progressing | Progressing")
        .wrote("s1", "s2", "s3");
  }

  private static void afterAFailedTypeAll(ScenarioDriver scenario) {
    scenario
        .three()
        .write()
        .is("P v1 | P v1 | P v1 | Progressing | Progressing")
        .compliant("d1", "s1", "s2", "p1", "p2")
        .is("d1 S v1, d2 P v1 | S v1 | S v1 | Progressing | Progressing")
        .notCompliant("d2")
        .is("d1 S v1, d2 P v1 | S v1 | S v1 | Progressing | Progressing")
        .deadlineOf("d2")
        .is("d1 S v1, d2 F v1 | S v1 | S v1 | Failed | Done, Failed")
        .joins("s3", "stage")
        .is("d1 S v1, d2 F v1 | s1 S v1, s2 S v1, s3 N v1 | S v1 | Failed | Done, Failed")
        .wrote("s3");
  }
}
