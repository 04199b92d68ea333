package io.sluice.transcript;

import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import java.util.List;

/** Lists scenarios of groups that need an approval (rollout-strategy 6.1, manualPerGroup). */
final class ManualApprovalScenarios {
  private static final Strategy DEV_MANDATORY =
      Scenario.MANUAL.withMandatory(GroupSelector.named("dev"));

  private ManualApprovalScenarios() {}

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
                "manual-in-order",
                "manualPerGroup in order",
                "Dev, stage and prod are approved one after the other, each when the one before has"
                    + " soaked.",
                ManualApprovalScenarios::inOrder)
            .with(Scenario.MANUAL),
        Scenario.of(
                "manual-out-of-order",
                "manualPerGroup out of order",
                "Stage is approved first, then prod, and dev last; nobody waits for an unapproved"
                    + " group.",
                ManualApprovalScenarios::outOfOrder)
            .with(Scenario.MANUAL),
        Scenario.of(
                "manual-two-at-once",
                "Dev and prod approved together",
                "Where two groups are approved together, the first in order goes first.",
                ManualApprovalScenarios::twoAtOnce)
            .with(Scenario.MANUAL),
        Scenario.of(
                "manual-early-one-waits",
                "Dev approved while stage is in flight",
                "A group that has begun is finished before another opens, though that comes"
                    + " earlier.",
                ManualApprovalScenarios::earlyOneWaits)
            .with(Scenario.MANUAL),
        Scenario.of(
                "approval-removed-before",
                "Approval removed (a): before the group has begun",
                "Stage is approved early and revoked while dev is in flight; it does not start.",
                ManualApprovalScenarios::removedBefore)
            .with(Scenario.MANUAL),
        Scenario.of(
                "approval-removed-meanwhile",
                "Approval removed (b): while the group is in flight",
                "Stage is revoked in flight: s1 and s2 go on and hold prod, newcomer s3 does not"
                    + " start.",
                ManualApprovalScenarios::removedMeanwhile)
            .with(Scenario.MANUAL),
        Scenario.of(
                "approved-automatically",
                "Automatically approved",
                "Dev is mandatory, so it starts at once, whatever the Rollout says of it.",
                ManualApprovalScenarios::automatically)
            .with(DEV_MANDATORY),
        Scenario.of(
                "approved-automatically-fails",
                "Automatically approved, and one fails",
                "Dev is mandatory: one failure in it halts the rollout, though maxFailures is 1.",
                ManualApprovalScenarios::automaticallyFails)
            .with(DEV_MANDATORY.withMaxFailures(Amount.count(1))));
  }

  private static ScenarioDriver v2(ScenarioDriver scenario) {
    return InitialStates.v1ApprovedEverywhere(scenario)
        .write()
        .is("T v1 | T v1 | T v1 | ToApply | WaitingForApproval")
        .wrote()
        .waitsFor("Waiting for approval of group dev (2 clusters).");
  }

  private static void inOrder(ScenarioDriver scenario) {
    v2(scenario)
        .approve("dev")
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | T v1 | T v1 | Progressing | WaitingForApproval")
        .approve("stage")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("S v2 | S v2 | T v1 | Progressing | WaitingForApproval")
        .waitsFor("Waiting for approval of group prod (2 clusters).")
        .approve("prod")
        .is("S v2 | S v2 | P v2 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v2 | S v2 | S v2 | Succeeded | Done, Succeeded");
  }

  private static void outOfOrder(ScenarioDriver scenario) {
    v2(scenario)
        .approve("stage")
        .is("T v1 | P v2 | T v1 | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("T v1 | S v2 | T v1 | Progressing | WaitingForApproval")
        .approve("prod")
        .is("T v1 | S v2 | P v2 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("T v1 | S v2 | S v2 | Progressing | WaitingForApproval")
        .approve("dev")
        .is("P v2 | S v2 | S v2 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | S v2 | S v2 | Succeeded | Done, Succeeded");
  }

  private static void twoAtOnce(ScenarioDriver scenario) {
    v2(scenario)
        .approve("prod", "dev")
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | T v1 | P v2 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v2 | T v1 | S v2 | Progressing | WaitingForApproval");
  }

  private static void earlyOneWaits(ScenarioDriver scenario) {
    v2(scenario)
        .approve("stage")
        .is("T v1 | P v2 | T v1 | Progressing | Progressing")
        .approve("dev")
        .is("T v1 | P v2 | T v1 | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("P v2 | S v2 | T v1 | Progressing | Progressing");
  }

  private static void removedBefore(ScenarioDriver scenario) {
    v2(scenario)
        .approve("dev", "stage")
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .disapprove("stage")
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | T v1 | T v1 | Progressing | WaitingForApproval");
  }

  private static void removedMeanwhile(ScenarioDriver scenario) {
    v2(scenario)
        .approve("stage", "prod")
        .is("T v1 | P v2 | T v1 | Progressing | Progressing")
        .disapprove("stage")
        .is("T v1 | P v2 | T v1 | Progressing | Progressing")
        .joins("s3", "stage")
        .is("T v1 | s1 P v2, s2 P v2, s3 T v1 | T v1 | Progressing | Progressing")
        .compliant("s1")
        .is("T v1 | s1 S v2, s2 P v2, s3 T v1 | T v1 | Progressing | Progressing")
        .soakPasses()
        .is("T v1 | s1 S v2, s2 P v2, s3 T v1 | T v1 | Progressing | Progressing")
        .soaked("s2")
        .is("T v1 | s1 S v2, s2 S v2, s3 T v1 | P v2 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("T v1 | s1 S v2, s2 S v2, s3 T v1 | S v2 | Progressing | WaitingForApproval")
        .approve("dev")
        .is("P v2 | s1 S v2, s2 S v2, s3 T v1 | S v2 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | s1 S v2, s2 S v2, s3 T v1 | S v2 | Progressing | WaitingForApproval")
        .waitsFor("Waiting for approval of group stage (1 cluster).");
  }

  private static ScenarioDriver mandatoryV1(ScenarioDriver scenario) {
    return scenario
        .three()
        .write()
        .is("P v1 | T - | T - | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v1 | T - | T - | Progressing | WaitingForApproval")
        .approve("stage", "prod")
        .is("S v1 | P v1 | T - | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("S v1 | S v1 | P v1 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v1 | S v1 | S v1 | Succeeded | Done, Succeeded")
        .disapprove("stage")
        .is("S v1 | S v1 | S v1 | Succeeded | Done, Succeeded")
        .disapprove("prod")
        .is("S v1 | S v1 | S v1 | Succeeded | Done, Succeeded")
        .before();
  }

  private static void automatically(ScenarioDriver scenario) {
    mandatoryV1(scenario)
        .disapprove("dev")
        .is("S v1 | S v1 | S v1 | Succeeded | Done, Succeeded")
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | T v1 | T v1 | Progressing | WaitingForApproval")
        .waitsFor("group stage")
        .waitsFor("group prod");
  }

  private static void automaticallyFails(ScenarioDriver scenario) {
    mandatoryV1(scenario)
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .compliant("d1")
        .is("d1 S v2, d2 P v2 | T v1 | T v1 | Progressing | Progressing")
        .notCompliant("d2")
        .is("d1 S v2, d2 P v2 | T v1 | T v1 | Progressing | Progressing")
        .deadlineOf("d2")
        .is("d1 S v2, d2 F v2 | T v1 | T v1 | Failed | Halted, Failed");
  }
}
