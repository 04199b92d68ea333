package io.sluice.transcript;

import io.sluice.rollout.PendingMode;
import java.util.List;

/** Lists scenarios beside OCM's propagator, mode B (rollout-strategy 6.3 and 3.1). */
final class BesidePropagatorScenarios {
  private BesidePropagatorScenarios() {}

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
                "beside-the-propagator",
                "Inform first, beside the propagator",
                "The propagator gives v2 to everyone as inform; the rollout has it enforced group"
                    + " by group.",
                BesidePropagatorScenarios::succeeds)
            .in(PendingMode.BESIDE),
        Scenario.of(
                "beside-the-propagator-fails",
                "Inform first, beside the propagator, and one fails",
                "s2 does not comply with v2 under enforce; prod keeps it as inform, and what is"
                    + " enforced stays so.",
                BesidePropagatorScenarios::fails)
            .in(PendingMode.BESIDE),
        Scenario.of(
                "beside-the-propagator-added-after-success",
                "Beside the propagator, cluster added after a rollout: a small rollout",
                "s3 joins after v2 has succeeded: the propagator gives it v2 as inform, a rollout"
                    + " of its own enforces it.",
                BesidePropagatorScenarios::addedAfterSuccess)
            .in(PendingMode.BESIDE),
        Scenario.of(
                "beside-the-propagator-edited",
                "Policy updated during a rollout beside the propagator",
                "v3 reaches the clusters that enforce v2 unstaged: they go back to inform before v3"
                    + " is rolled out.",
                BesidePropagatorScenarios::edited)
            .in(PendingMode.BESIDE),
        Scenario.of(
                "beside-the-propagator-approved",
                "Beside the propagator, groups need an approval",
                "All clusters have v2 as inform before the rollout begins: the sentence that asks"
                    + " for an approval says what they report.",
                BesidePropagatorScenarios::approved)
            .with(Scenario.MANUAL)
            .in(PendingMode.BESIDE),
        Scenario.of(
                "beside-the-propagator-foreign",
                "Somebody else's override beside the propagator",
                "A restricted binding of somebody else enforces p1 before its turn: it is listed,"
                    + " and nothing else changes.",
                BesidePropagatorScenarios::foreign)
            .in(PendingMode.BESIDE));
  }

  private static ScenarioDriver v1Enforced(ScenarioDriver scenario) {
    return scenario
        .three()
        .write()
        .is("P v1 e | T v1 i | T v1 i | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v1 e | P v1 e | T v1 i | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("S v1 e | S v1 e | P v1 e | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v1 e | S v1 e | S v1 e | Succeeded | Done, Succeeded")
        .before();
  }

  private static ScenarioDriver v2(ScenarioDriver scenario) {
    return v1Enforced(scenario).write().is("P v2 e | T v2 i | T v2 i | Progressing | Progressing");
  }

  private static void succeeds(ScenarioDriver scenario) {
    v2(scenario)
        .soaked("d1", "d2")
        .is("S v2 e | P v2 e | T v2 i | Progressing | Progressing")
        .joins("p3", "prod")
        .is("S v2 e | P v2 e | T v2 i | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("S v2 e | S v2 e | P v2 e | Progressing | Progressing")
        .soaked("p1", "p2", "p3")
        .is("S v2 e | S v2 e | S v2 e | Succeeded | Done, Succeeded");
  }

  private static void approved(ScenarioDriver scenario) {
    scenario
        .three()
        .write()
        .is("T v1 i | T v1 i | T v1 i | Progressing | WaitingForApproval")
        .compliant("d1", "d2", "s1")
        .is("T v1 i | T v1 i | T v1 i | Progressing | WaitingForApproval")
        .notCompliant("s2", "p1")
        .is("T v1 i | T v1 i | T v1 i | Progressing | WaitingForApproval")
        .waitsFor("group dev (2 clusters: 2 comply already).")
        .waitsFor("group stage (2 clusters: 1 would be changed, 1 complies already).")
        .waitsFor("group prod (2 clusters: 1 would be changed, 1 has not reported).")
        .approve("dev")
        .is("P v1 e | T v1 i | T v1 i | Progressing | Progressing")
        .next("nothing that d1 and d2 reported as inform counts")
        .is("P v1 e | T v1 i | T v1 i | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v1 e | T v1 i | T v1 i | Progressing | WaitingForApproval")
        .write()
        .is("P v2 e | T v2 i | T v2 i | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 e | T v2 i | T v2 i | Progressing | WaitingForApproval")
        .waitsFor("group stage (2 clusters: 2 have not reported).");
  }

  private static void addedAfterSuccess(ScenarioDriver scenario) {
    v1Enforced(scenario)
        .joins("s3", "stage")
        .is("S v1 e | s1 S v1 e, s2 S v1 e, s3 P v1 e | S v1 e | Progressing | Progressing")
        .ended("u1 Succeeded")
        .soaked("s3")
        .is("S v1 e | S v1 e | S v1 e | Succeeded | Done, Succeeded")
        .ended("u1 Succeeded", "u2 Succeeded");
  }

  private static void fails(ScenarioDriver scenario) {
    v2(scenario)
        .soaked("d1", "d2")
        .is("S v2 e | P v2 e | T v2 i | Progressing | Progressing")
        .soaked("s1")
        .is("S v2 e | s1 S v2 e, s2 P v2 e | T v2 i | Progressing | Progressing")
        .notCompliant("s2")
        .is("S v2 e | s1 S v2 e, s2 P v2 e | T v2 i | Progressing | Progressing")
        .deadlineOf("s2")
        .is("S v2 e | s1 S v2 e, s2 F v2 e | T v2 i | Failed | Halted, Failed")
        .wrote();
  }

  private static void edited(ScenarioDriver scenario) {
    v2(scenario)
        .soaked("d1", "d2")
        .is("S v2 e | P v2 e | T v2 i | Progressing | Progressing")
        .write()
        .is("P v3 e | T v3 i | T v3 i | Progressing | Progressing")
        .ended("u1 Succeeded", "u2 Superseded");
  }

  private static void foreign(ScenarioDriver scenario) {
    v2(scenario)
        .foreign("p1")
        .is("P v2 e | T v2 i | T v2 i | Progressing | Progressing")
        .exceptions("p1 ToApply ForeignOverride");
  }
}
