package io.sluice.transcript;

import io.sluice.rollout.PendingMode;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import java.util.List;

/** Lists scenarios in which all clusters inform first, then enforce (rollout-strategy 6.3). */
final class InformFirstScenarios {
  private InformFirstScenarios() {}

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
                "inform-first",
                "Inform first",
                "Standalone: v2 goes to everyone as inform, and is enforced group by group.",
                InformFirstScenarios::succeeds)
            .in(PendingMode.INFORM),
        Scenario.of(
                "inform-first-fails",
                "Inform first, and one fails",
                "s2 does not comply with v2 under enforce; prod keeps it as inform.",
                InformFirstScenarios::fails)
            .in(PendingMode.INFORM),
        Scenario.of(
                "inform-first-tolerated",
                "Inform first, one failure tolerated",
                "The root's word while s2 fails within the tolerance: Progressing until all are"
                    + " finished, then Succeeded.",
                InformFirstScenarios::tolerated)
            .with(Scenario.PER_GROUP.withMaxFailures(Amount.count(1)))
            .in(PendingMode.INFORM),
        Scenario.of(
                "inform-first-offline",
                "Inform first, and one is offline",
                "d2 is offline: under the breach its replica goes back to inform.",
                InformFirstScenarios::offline)
            .in(PendingMode.INFORM),
        Scenario.of(
                "inform-first-approved",
                "Inform first, groups need an approval",
                "The sentence that asks for an approval says what the inform pass has shown of v2."
                    + " What p1 has reported of v1 does not count.",
                InformFirstScenarios::approved)
            .with(Scenario.MANUAL)
            .in(PendingMode.INFORM),
        Scenario.of(
                "inform-policy",
                "Policy that only informs",
                "Standalone, a policy that only informs goes to everyone in one pass, whatever the"
                    + " strategy says.",
                InformFirstScenarios::onePass)
            .in(PendingMode.INFORM)
            .ofAnInformPolicy(),
        Scenario.of(
                "inform-policy-added-after-failure",
                "Policy that only informs, cluster added after a failed rollout",
                "s3 joins after v1 has failed on d2: no former version is known, so it gets v1 by a"
                    + " small rollout.",
                InformFirstScenarios::onePassForANewcomer)
            .in(PendingMode.INFORM)
            .ofAnInformPolicy(),
        Scenario.of(
                "type-all",
                "Type All, inform first",
                "With type All nobody waits for a turn: one pass, no inform before it.",
                InformFirstScenarios::onePass)
            .with(Strategy.all().withProgressDeadline(Scenario.DEADLINE))
            .in(PendingMode.INFORM),
        Scenario.of(
                "inform-first-added-during",
                "Inform first, cluster added during the rollout",
                "s3 joins stage while dev is in flight: it informs until stage's turn.",
                InformFirstScenarios::addedDuring)
            .in(PendingMode.INFORM),
        Scenario.of(
                "inform-first-added-after-success",
                "Inform first, cluster added after a rollout: a small rollout",
                "s3 joins after v2 has succeeded: a rollout for it alone, in which all others are"
                    + " finished already.",
                InformFirstScenarios::addedAfterSuccess)
            .in(PendingMode.INFORM),
        Scenario.of(
                "inform-first-added-after-failure",
                "Inform first, cluster added after a failed rollout",
                "s3 joins after v2 has failed: it gets v2 as inform, and the root stays Failed.",
                InformFirstScenarios::addedAfterFailure)
            .in(PendingMode.INFORM));
  }

  /** V1 is enforced everywhere. */
  static ScenarioDriver v1Enforced(ScenarioDriver scenario) {
    return scenario
        .three()
        .write()
        .is("T v1 i | T v1 i | T v1 i | Progressing | Progressing")
        .next("the first pass is over")
        .is("P v1 e | T v1 i | T v1 i | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v1 e | P v1 e | T v1 i | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("S v1 e | S v1 e | P v1 e | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v1 e | S v1 e | S v1 e | Succeeded | Done, Succeeded")
        .before();
  }

  private static ScenarioDriver secondPass(ScenarioDriver scenario) {
    return v1Enforced(scenario)
        .write()
        .is("T v2 i | T v2 i | T v2 i | Progressing | Progressing")
        .wrote("d1", "d2", "p1", "p2", "s1", "s2")
        .waitsFor("Waiting for 6 clusters to get this version as inform")
        .next("the first pass is over: second pass, dev's turn")
        .is("P v2 e | T v2 i | T v2 i | Progressing | Progressing")
        .wrote("d1", "d2");
  }

  static void succeeds(ScenarioDriver scenario) {
    secondPass(scenario)
        .soaked("d1", "d2")
        .is("S v2 e | P v2 e | T v2 i | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("S v2 e | S v2 e | P v2 e | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v2 e | S v2 e | S v2 e | Succeeded | Done, Succeeded");
  }

  private static void approved(ScenarioDriver scenario) {
    scenario
        .three()
        .write()
        .is("T v1 i | T v1 i | T v1 i | Progressing | WaitingForApproval")
        .compliant("p1")
        .is("T v1 i | T v1 i | T v1 i | Progressing | WaitingForApproval")
        .waitsFor("group prod (2 clusters: 1 complies already, 1 has not reported).")
        .before()
        .write()
        .is("T v2 i | T v2 i | T v2 i | Progressing | WaitingForApproval")
        .waitsFor("group prod (2 clusters: 2 have not reported).")
        .notCompliant("p1", "p2", "s1")
        .is("T v2 i | T v2 i | T v2 i | Progressing | WaitingForApproval")
        .waitsFor("group prod (2 clusters: 2 would be changed).")
        .compliant("p2", "s2")
        .is("T v2 i | T v2 i | T v2 i | Progressing | WaitingForApproval")
        .waitsFor("group dev (2 clusters: 2 have not reported).")
        .waitsFor("group stage (2 clusters: 1 would be changed, 1 complies already).")
        .waitsFor("group prod (2 clusters: 1 would be changed, 1 complies already).")
        .approve("prod")
        .is("T v2 i | T v2 i | P v2 e | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("T v2 i | T v2 i | S v2 e | Progressing | WaitingForApproval")
        .vanishes("s1")
        .is("T v2 i | T v2 i | S v2 e | Progressing | WaitingForApproval")
        .wrote("s1")
        .waitsFor("group stage (2 clusters: 1 complies already, 1 has not reported).");
  }

  private static ScenarioDriver s2DoesNotComply(ScenarioDriver scenario) {
    return secondPass(scenario)
        .compliant("p1", "p2")
        .is("P v2 e | T v2 i | T v2 i | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 e | P v2 e | T v2 i | Progressing | Progressing")
        .soaked("s1")
        .is("S v2 e | s1 S v2 e, s2 P v2 e | T v2 i | Progressing | Progressing")
        .notCompliant("s2")
        .is("S v2 e | s1 S v2 e, s2 P v2 e | T v2 i | Progressing | Progressing")
        .deadlineOf("s2");
  }

  private static ScenarioDriver fails(ScenarioDriver scenario) {
    return s2DoesNotComply(scenario)
        .is("S v2 e | s1 S v2 e, s2 F v2 e | T v2 i | Failed | Halted, Failed")
        .wrote();
  }

  private static void tolerated(ScenarioDriver scenario) {
    s2DoesNotComply(scenario)
        .is("S v2 e | s1 S v2 e, s2 F v2 e | P v2 e | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v2 e | s1 S v2 e, s2 F v2 e | S v2 e | Succeeded | Done, Succeeded")
        .exceptions("s2 Failed Failed");
  }

  private static void offline(ScenarioDriver scenario) {
    v1Enforced(scenario)
        .offline("d2")
        .is("S v1 e | S v1 e | S v1 e | Succeeded | Done, Succeeded")
        .write()
        .is("T v2 i | T v2 i | T v2 i | Progressing | Progressing")
        .next("the first pass is over")
        .is("P v2 e | T v2 i | T v2 i | Progressing | Progressing")
        .soaked("d1")
        .is("d1 S v2 e, d2 P v2 e | T v2 i | T v2 i | Progressing | Progressing")
        .deadlineOf("d2")
        .is("d1 S v2 e, d2 O v2 i | T v2 i | T v2 i | Failed | Halted, Failed")
        .wrote("d2");
  }

  private static void onePass(ScenarioDriver scenario) {
    scenario
        .three()
        .write()
        .is("P v1 | P v1 | P v1 | Progressing | Progressing")
        .compliant("d1", "d2", "s1", "s2", "p1", "p2")
        .is("S v1 | S v1 | S v1 | Succeeded | Done, Succeeded")
        .before()
        .write()
        .is("P v2 | P v2 | P v2 | Progressing | Progressing")
        .wrote("d1", "d2", "p1", "p2", "s1", "s2")
        .compliant("d1", "s1", "s2", "p1", "p2")
        .is("d1 S v2, d2 P v2 | S v2 | S v2 | Progressing | Progressing")
        .compliant("d2")
        .is("S v2 | S v2 | S v2 | Succeeded | Done, Succeeded");
  }

  private static void onePassForANewcomer(ScenarioDriver scenario) {
    scenario
        .three()
        .write()
        .is("P v1 | P v1 | P v1 | Progressing | Progressing")
        .compliant("d1", "s1", "s2", "p1", "p2")
        .is("d1 S v1, d2 P v1 | S v1 | S v1 | Progressing | Progressing")
        .deadlineOf("d2")
        .is("d1 S v1, d2 O v1 | S v1 | S v1 | Failed | Done, Failed")
        .joins("s3", "stage")
        .is("d1 S v1, d2 O v1 | s1 S v1, s2 S v1, s3 P v1 | S v1 | Progressing | Progressing")
        .wrote("s3")
        .compliant("s3")
        .is("d1 S v1, d2 O v1 | S v1 | S v1 | Failed | Done, Failed");
  }

  private static void addedDuring(ScenarioDriver scenario) {
    secondPass(scenario)
        .joins("s3", "stage")
        .is("P v2 e | T v2 i | T v2 i | Progressing | Progressing")
        .wrote("s3")
        .soaked("d1", "d2")
        .is("S v2 e | P v2 e | T v2 i | Progressing | Progressing")
        .wrote("s1", "s2", "s3")
        .soaked("s1", "s2", "s3")
        .is("S v2 e | S v2 e | P v2 e | Progressing | Progressing");
  }

  private static void addedAfterSuccess(ScenarioDriver scenario) {
    succeeds(scenario);
    scenario
        .before()
        .joins("s3", "stage")
        .is("S v2 e | s1 S v2 e, s2 S v2 e, s3 T v2 i | S v2 e | Progressing | Progressing")
        .wrote("s3")
        .ended("u1 Succeeded", "u2 Succeeded")
        .next("the first pass is over: the turn of s3")
        .is("S v2 e | s1 S v2 e, s2 S v2 e, s3 P v2 e | S v2 e | Progressing | Progressing")
        .wrote("s3")
        .soaked("s3")
        .is("S v2 e | S v2 e | S v2 e | Succeeded | Done, Succeeded")
        .ended("u1 Succeeded", "u2 Succeeded", "u3 Succeeded")
        .write()
        .is("T v3 i | T v3 i | T v3 i | Progressing | Progressing")
        .next("the first pass is over")
        .is("P v3 e | T v3 i | T v3 i | Progressing | Progressing");
  }

  private static void addedAfterFailure(ScenarioDriver scenario) {
    fails(scenario)
        .before()
        .joins("s3", "stage")
        .is("S v2 e | s1 S v2 e, s2 F v2 e, s3 T v2 i | T v2 i | Failed | Halted, Failed")
        .wrote("s3");
  }
}
