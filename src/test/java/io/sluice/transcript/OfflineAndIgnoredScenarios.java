package io.sluice.transcript;

import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.List;

/** Lists scenarios of offline and of ignored clusters (rollout-strategy 6.2). */
final class OfflineAndIgnoredScenarios {
  private static final Strategy NO_DEADLINE = Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP);

  private OfflineAndIgnoredScenarios() {}

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
            "offline-cluster",
            "Offline cluster",
            "d2 is offline during an update: breach at its deadline; on its return it runs v1, and"
                + " a retry treats it like everyone.",
            OfflineAndIgnoredScenarios::offline),
        Scenario.of(
                "offline-cluster-is-tolerated",
                "Offline cluster, one failure tolerated",
                "d2 is offline during an update that tolerates it, and applies v2 on its return,"
                    + " too late.",
                OfflineAndIgnoredScenarios::offlineTolerated)
            .with(Scenario.PER_GROUP.withMaxFailures(Amount.count(1))),
        Scenario.of(
                "offline-cluster-without-a-deadline",
                "Offline cluster, no deadline",
                "d2 is offline during an update without a deadline: the rollout waits for it, and"
                    + " says so.",
                OfflineAndIgnoredScenarios::offlineWithoutADeadline)
            .with(NO_DEADLINE),
        Scenario.of(
            "deleted-replica",
            "Deleted replicas",
            "The replicas of a progressing, a soaking and a succeeded cluster are deleted while the"
                + " rollout runs: each is written again, soaks begin anew, deadlines do not move.",
            OfflineAndIgnoredScenarios::deletedReplicas),
        Scenario.of(
            "ignored-cluster",
            "Ignored cluster",
            "s2 is ignored and does not comply: it holds stage until its deadline, and is not"
                + " counted.",
            OfflineAndIgnoredScenarios::ignored),
        Scenario.of(
            "ignored-cluster-succeeds",
            "Ignored cluster that complies after all",
            "s2 is ignored and holds stage until it reports success.",
            OfflineAndIgnoredScenarios::ignoredSucceeds),
        Scenario.of(
                "ignored-cluster-without-a-deadline",
                "Ignored cluster, no deadline",
                "s2 is ignored and holds nobody, as no deadline is set.",
                OfflineAndIgnoredScenarios::ignoredWithoutADeadline)
            .with(NO_DEADLINE));
  }

  private static ScenarioDriver v2WhileD2IsOffline(ScenarioDriver scenario) {
    return InitialStates.v1Everywhere(scenario)
        .offline("d2")
        .is("S v1 | S v1 | S v1 | Succeeded | Done, Succeeded")
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .exceptions("d2 Progressing Unreachable")
        .compliant("d1")
        .is("d1 S v2, d2 P v2 | T v1 | T v1 | Progressing | Progressing")
        .exceptions("d2 Progressing Unreachable");
  }

  private static void offline(ScenarioDriver scenario) {
    String halted = "d1 S v2, d2 O v1 | T v1 | T v1 | Failed | Halted, Failed";
    v2WhileD2IsOffline(scenario)
        .deadlineOf("d2")
        .is(halted)
        .wrote("d2")
        .exceptions("d2 TimeOut TimeOut")
        .returns("d2")
        .is(halted)
        .compliant("d2")
        .is(halted)
        .exceptions("d2 TimeOut TimeOut")
        .retry("u2")
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .wrote("d2")
        .next("the verdict of d1 carries over")
        .is("d1 S v2, d2 P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d2")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing");
  }

  private static void deletedReplicas(ScenarioDriver scenario) {
    InitialStates.v1Everywhere(scenario)
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .after(Duration.ofSeconds(5))
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .vanishes("d1")
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .wrote("d1")
        .after(Duration.ofSeconds(5))
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .compliant("d1", "d2")
        .is("S v2 | T v1 | T v1 | Progressing | Soaking")
        .after(Duration.ofSeconds(5))
        .is("S v2 | T v1 | T v1 | Progressing | Soaking")
        .vanishes("d2")
        .is("d1 S v2, d2 P v2 | T v1 | T v1 | Progressing | Progressing")
        .wrote("d2")
        .after(Duration.ofSeconds(5))
        .is("d1 S v2, d2 P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d2")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .after(Duration.ofSeconds(5))
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .vanishes("d1")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .wrote("d1");
  }

  private static void offlineTolerated(ScenarioDriver scenario) {
    v2WhileD2IsOffline(scenario)
        .deadlineOf("d2")
        .is("d1 S v2, d2 O v2 | P v2 | T v1 | Progressing | Progressing")
        .wrote("s1", "s2")
        .soaked("s1", "s2")
        .is("d1 S v2, d2 O v2 | S v2 | P v2 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("d1 S v2, d2 O v2 | S v2 | S v2 | Succeeded | Done, Succeeded")
        .exceptions("d2 TimeOut TimeOut")
        .returns("d2")
        .is("d1 S v2, d2 O v2 | S v2 | S v2 | Succeeded | Done, Succeeded")
        .compliant("d2")
        .is("d1 S v2, d2 O v2 | S v2 | S v2 | Succeeded | Done, Succeeded")
        .wrote()
        .exceptions("d2 TimeOut RecoveredLate");
  }

  private static void offlineWithoutADeadline(ScenarioDriver scenario) {
    v2WhileD2IsOffline(scenario)
        .after(Duration.ofDays(30))
        .is("d1 S v2, d2 P v2 | T v1 | T v1 | Progressing | Progressing")
        .waitsFor(
            "Waiting for 1 of 2 clusters in group dev to become compliant: d2. No deadline is set");
  }

  private static ScenarioDriver stageIsInFlight(ScenarioDriver scenario) {
    return InitialStates.v1Everywhere(scenario)
        .ignore("s2")
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .notCompliant("s2")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing");
  }

  private static void ignored(ScenarioDriver scenario) {
    stageIsInFlight(scenario)
        .soaked("s1")
        .is("S v2 | s1 S v2, s2 P v2 | T v1 | Progressing | Progressing")
        .deadlineOf("s2")
        .is("S v2 | s1 S v2, s2 F v2 | P v2 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v2 | s1 S v2, s2 F v2 | S v2 | Succeeded | Done, Succeeded")
        .exceptions("s2 Failed Failed");
  }

  private static void ignoredSucceeds(ScenarioDriver scenario) {
    stageIsInFlight(scenario)
        .soaked("s1")
        .is("S v2 | s1 S v2, s2 P v2 | T v1 | Progressing | Progressing")
        .compliant("s2")
        .is("S v2 | S v2 | P v2 | Progressing | Progressing");
  }

  private static void ignoredWithoutADeadline(ScenarioDriver scenario) {
    stageIsInFlight(scenario)
        .compliant("s1")
        .is("S v2 | s1 S v2, s2 P v2 | T v1 | Progressing | Soaking")
        .soakPasses()
        .is("S v2 | s1 S v2, s2 P v2 | P v2 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v2 | s1 S v2, s2 P v2 | S v2 | Succeeded | Done, Succeeded")
        .exceptions("s2 Progressing Ignored");
  }
}
