package io.sluice.transcript;

import java.util.List;

/** Lists scenarios of further attempts: retry, edit, deletion (rollout-strategy 6.2). */
final class FollowUpAttemptScenarios {
  private FollowUpAttemptScenarios() {}

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
            "retry-of-a-failed-rollout",
            "Retry of a failed rollout",
            "v2 failed on s2; a retry gives everyone another turn, and writes only to who lacks"
                + " v2.",
            FollowUpAttemptScenarios::retry),
        Scenario.of(
            "policy-updated-during-a-rollout",
            "Policy updated during a rollout",
            "v3 is written while stage gets v2: the attempt is superseded, and v3 begins with dev.",
            FollowUpAttemptScenarios::updated),
        Scenario.of(
            "rollout-deleted-during-a-rollout",
            "Rollout object deleted during a rollout",
            "The object is deleted while stage gets v2: another attempt begins, and nobody knows v1"
                + " as successful any more.",
            FollowUpAttemptScenarios::deleted),
        Scenario.of(
                "rollout-deleted-under-manual",
                "Rollout object deleted during a manualPerGroup rollout",
                "The object is deleted while stage gets v2, and all approvals are gone with it.",
                FollowUpAttemptScenarios::deletedUnderManual)
            .with(Scenario.MANUAL));
  }

  private static void retry(ScenarioDriver scenario) {
    InitialStates.v1Everywhere(scenario)
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .compliant("s1")
        .is("S v2 | s1 S v2, s2 P v2 | T v1 | Progressing | Progressing")
        .notCompliant("s2")
        .is("S v2 | s1 S v2, s2 P v2 | T v1 | Progressing | Progressing")
        .deadlineOf("s2")
        .is("S v2 | s1 S v2, s2 F v2 | T v1 | Failed | Halted, Failed")
        .before()
        .retry("u2")
        .is("P v2 | T v2 | T v1 | Progressing | Progressing")
        .wrote()
        .next("the verdicts of dev carry over")
        .is("S v2 | T v2 | T v1 | Progressing | Soaking")
        .soakPasses()
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .wrote()
        .next("the verdicts of stage carry over")
        .is("S v2 | s1 S v2, s2 P v2 | T v1 | Progressing | Progressing")
        .waitsFor("s2. The next deadline is 10:20:50Z.")
        .soaked("s2")
        .is("S v2 | S v2 | P v2 | Progressing | Progressing")
        .wrote("p1", "p2")
        .soaked("p1", "p2")
        .is("S v2 | S v2 | S v2 | Succeeded | Done, Succeeded")
        .next("retryRollout.rolloutUID still is u2")
        .is("S v2 | S v2 | S v2 | Succeeded | Done, Succeeded")
        .ended("u1 Succeeded", "u2 Failed", "u3 Succeeded");
  }

  private static void updated(ScenarioDriver scenario) {
    InitialStates.v1Everywhere(scenario)
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .write()
        .is("P v3 | T v2 | T v1 | Progressing | Progressing")
        .wrote("d1", "d2")
        .ended("u1 Succeeded", "u2 Superseded")
        .joins("s3", "stage")
        .is("P v3 | s1 T v2, s2 T v2, s3 T v1 | T v1 | Progressing | Progressing")
        .wrote("s3")
        .soaked("d1", "d2")
        .is("S v3 | P v3 | T v1 | Progressing | Progressing")
        .wrote("s1", "s2", "s3")
        .soaked("s1", "s2", "s3")
        .is("S v3 | S v3 | P v3 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v3 | S v3 | S v3 | Succeeded | Done, Succeeded");
  }

  private static void deleted(ScenarioDriver scenario) {
    InitialStates.v1Everywhere(scenario)
        .write()
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .deleteRollout()
        .is("P v2 | T v2 | T v1 | Progressing | Progressing")
        .wrote()
        .ended("u1 Succeeded", "u2 Aborted")
        .next("the verdicts of dev carry over")
        .is("S v2 | T v2 | T v1 | Progressing | Soaking")
        .joins("p3", "prod")
        .is("S v2 | T v2 | p1 T v1, p2 T v1, p3 T - | Progressing | Soaking")
        .wrote()
        .soakPasses()
        .is("S v2 | P v2 | p1 T v1, p2 T v1, p3 T - | Progressing | Progressing")
        .wrote()
        .soaked("s1", "s2")
        .is("S v2 | S v2 | P v2 | Progressing | Progressing")
        .wrote("p1", "p2", "p3")
        .soaked("p1", "p2", "p3")
        .is("S v2 | S v2 | S v2 | Succeeded | Done, Succeeded");
  }

  private static void deletedUnderManual(ScenarioDriver scenario) {
    InitialStates.v1ApprovedEverywhere(scenario)
        .write()
        .is("T v1 | T v1 | T v1 | ToApply | WaitingForApproval")
        .approve("dev", "stage")
        .is("P v2 | T v1 | T v1 | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v2 | P v2 | T v1 | Progressing | Progressing")
        .deleteRollout()
        .is("T v2 | T v2 | T v1 | ToApply | WaitingForApproval")
        .wrote()
        .ended("u1 Succeeded", "u2 Aborted");
  }
}
