package io.sluice.transcript;

import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.List;

/** Lists scenarios of several placements (rollout-strategy 6.2), and windows. */
final class MultiPlacementScenarios {
  private static final Strategy WINDOW =
      Strategy.of(StrategyType.PROGRESSIVE)
          .withMinSuccessTime(Duration.ofMinutes(2))
          .withProgressDeadline(Duration.ofMinutes(10))
          .withMaxFailures(Amount.count(1))
          .withMaxConcurrency(Amount.count(2));

  private MultiPlacementScenarios() {}

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
            "several-placements",
            "Several placements, group by group",
            "Placement a has dev, stage and a rest, b has prod and a rest: they go by placement"
                + " name, then as decided.",
            MultiPlacementScenarios::groupByGroup),
        Scenario.of(
                "several-placements-progressive",
                "Several placements, Progressive",
                "Progressive pools the clusters of all placements and goes by cluster name, one at"
                    + " a time.",
                MultiPlacementScenarios::progressive)
            .with(
                Strategy.of(StrategyType.PROGRESSIVE)
                    .withProgressDeadline(Scenario.DEADLINE)
                    .withMaxConcurrency(Amount.count(1))),
        Scenario.of(
                "several-placements-all",
                "Several placements, All",
                "Type All gives every cluster of every placement its turn at once.",
                MultiPlacementScenarios::all)
            .with(Strategy.all().withProgressDeadline(Scenario.DEADLINE)),
        Scenario.of(
                "sliding-window",
                "Sliding window",
                "Two clusters at a time, one failure tolerated: a freed slot is taken at once, the"
                    + " second failure halts.",
                MultiPlacementScenarios::slidingWindow)
            .with(WINDOW),
        Scenario.of(
                "a-soak-that-breaks",
                "A soak that breaks",
                "d2 reports bad news within its soak of five minutes, which then begins anew.",
                MultiPlacementScenarios::aSoakThatBreaks)
            .with(Scenario.PER_GROUP.withMinSuccessTime(Duration.ofMinutes(5))));
  }

  private static ScenarioDriver five(ScenarioDriver scenario) {
    return scenario
        .groupIn("b", "prod", "c2")
        .groupIn("b", "", "c5")
        .groupIn("a", "dev", "c4")
        .groupIn("a", "stage", "c3")
        .groupIn("a", "", "c1");
  }

  private static void groupByGroup(ScenarioDriver scenario) {
    five(scenario)
        .write()
        .is("P v1 | T - | T - | T - | T - | Progressing | Progressing")
        .soaked("c4")
        .is("S v1 | P v1 | T - | T - | T - | Progressing | Progressing")
        .soaked("c3")
        .is("S v1 | S v1 | P v1 | T - | T - | Progressing | Progressing")
        .soaked("c1")
        .is("S v1 | S v1 | S v1 | P v1 | T - | Progressing | Progressing")
        .soaked("c2")
        .is("S v1 | S v1 | S v1 | S v1 | P v1 | Progressing | Progressing")
        .soaked("c5")
        .is("S v1 | S v1 | S v1 | S v1 | S v1 | Succeeded | Done, Succeeded");
  }

  private static void progressive(ScenarioDriver scenario) {
    five(scenario)
        .write()
        .is("T - | T - | P v1 | T - | T - | Progressing | Progressing")
        .soaked("c1")
        .is("T - | T - | S v1 | P v1 | T - | Progressing | Progressing")
        .soaked("c2")
        .is("T - | P v1 | S v1 | S v1 | T - | Progressing | Progressing")
        .soaked("c3")
        .is("P v1 | S v1 | S v1 | S v1 | T - | Progressing | Progressing")
        .soaked("c4")
        .is("S v1 | S v1 | S v1 | S v1 | P v1 | Progressing | Progressing")
        .soaked("c5")
        .is("S v1 | S v1 | S v1 | S v1 | S v1 | Succeeded | Done, Succeeded");
  }

  private static void all(ScenarioDriver scenario) {
    five(scenario)
        .write()
        .is("P v1 | P v1 | P v1 | P v1 | P v1 | Progressing | Progressing")
        .compliant("c1", "c2", "c3", "c4", "c5")
        .is("S v1 | S v1 | S v1 | S v1 | S v1 | Succeeded | Done, Succeeded");
  }

  private static void slidingWindow(ScenarioDriver scenario) {
    scenario
        .group("", "c1", "c2", "c3", "c4", "c5", "c6")
        .write()
        .is("c1 P v1, c2 P v1, c3 T -, c4 T -, c5 T -, c6 T - | Progressing | Progressing")
        .after(Duration.ofMinutes(3))
        .is("c1 P v1, c2 P v1, c3 T -, c4 T -, c5 T -, c6 T - | Progressing | Progressing")
        .compliant("c1")
        .is("c1 S v1, c2 P v1, c3 T -, c4 T -, c5 T -, c6 T - | Progressing | Progressing")
        .after(Duration.ofMinutes(2))
        .is("c1 S v1, c2 P v1, c3 P v1, c4 T -, c5 T -, c6 T - | Progressing | Progressing")
        .deadlineOf("c2")
        .is("c1 S v1, c2 O v1, c3 P v1, c4 P v1, c5 T -, c6 T - | Progressing | Progressing")
        .deadlineOf("c3")
        .is("c1 S v1, c2 O v1, c3 O v1, c4 P v1, c5 T -, c6 T - | Failed | Halted, Failed")
        .exceptions("c2 TimeOut TimeOut", "c3 TimeOut TimeOut");
  }

  private static void aSoakThatBreaks(ScenarioDriver scenario) {
    scenario
        .three()
        .write()
        .is("P v1 | T - | T - | Progressing | Progressing")
        .compliant("d1", "d2")
        .is("S v1 | T - | T - | Progressing | Soaking")
        .after(Duration.ofMinutes(4))
        .is("S v1 | T - | T - | Progressing | Soaking")
        .notCompliant("d2")
        .is("d1 S v1, d2 P v1 | T - | T - | Progressing | Progressing")
        .after(Duration.ofMinutes(1))
        .is("d1 S v1, d2 P v1 | T - | T - | Progressing | Progressing")
        .compliant("d2")
        .is("S v1 | T - | T - | Progressing | Soaking")
        .after(Duration.ofMinutes(5))
        .is("S v1 | P v1 | T - | Progressing | Progressing");
  }
}
