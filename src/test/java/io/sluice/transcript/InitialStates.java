package io.sluice.transcript;

/** Brings a scenario into a common initial state. */
final class InitialStates {
  private InitialStates() {}

  /** Dev, stage and prod run v1, the last successful version. */
  static ScenarioDriver v1Everywhere(ScenarioDriver scenario) {
    ProgressiveScenarios.newPolicySucceeds(scenario);
    return scenario.before();
  }

  /** The same where every group was approved for v1, and is not any more. */
  static ScenarioDriver v1ApprovedEverywhere(ScenarioDriver scenario) {
    scenario
        .three()
        .write()
        .is("T - | T - | T - | ToApply | WaitingForApproval")
        .approve("dev", "stage", "prod")
        .is("P v1 | T - | T - | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v1 | P v1 | T - | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("S v1 | S v1 | P v1 | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v1 | S v1 | S v1 | Succeeded | Done, Succeeded");
    for (String group : new String[] {"dev", "stage", "prod"}) {
      scenario.disapprove(group).is("S v1 | S v1 | S v1 | Succeeded | Done, Succeeded");
    }
    return scenario.before();
  }

  /** The same with v2, by an update. */
  static ScenarioDriver v2Everywhere(ScenarioDriver scenario) {
    ProgressiveScenarios.updatedPolicySucceeds(scenario);
    return scenario.before();
  }

  /** Dev, stage, prod and last (l1) run v1, the last successful version. */
  static ScenarioDriver v1InFourGroups(ScenarioDriver scenario) {
    return scenario
        .three()
        .group("last", "l1")
        .write()
        .is("P v1 | T - | T - | T - | Progressing | Progressing")
        .soaked("d1", "d2")
        .is("S v1 | P v1 | T - | T - | Progressing | Progressing")
        .soaked("s1", "s2")
        .is("S v1 | S v1 | P v1 | T - | Progressing | Progressing")
        .soaked("p1", "p2")
        .is("S v1 | S v1 | S v1 | P v1 | Progressing | Progressing")
        .soaked("l1")
        .is("S v1 | S v1 | S v1 | S v1 | Succeeded | Done, Succeeded")
        .before();
  }
}
