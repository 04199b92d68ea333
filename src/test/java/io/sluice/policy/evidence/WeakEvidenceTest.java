package io.sluice.policy.evidence;

import static io.sluice.policy.Compliance.COMPLIANT;
import static io.sluice.policy.Compliance.NON_COMPLIANT;
import static io.sluice.policy.Compliance.PENDING;
import static io.sluice.policy.SpecTrees.certificate;
import static io.sluice.policy.SpecTrees.configuration;
import static io.sluice.policy.SpecTrees.constraint;
import static io.sluice.policy.SpecTrees.enforce;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Dispatch;
import org.junit.jupiter.api.Test;

/** Checks weak evidence against rollout-strategy E4 and E6. */
class WeakEvidenceTest {
  private final ReplicaScenario constraint =
      new ReplicaScenario()
          .dispatched(0, enforce(constraint("t", "1")))
          .reported("t", COMPLIANT, "t.1", 5)
          .dispatched(600, enforce(constraint("t", "2")));
  private final ReplicaScenario mixed =
      new ReplicaScenario()
          .dispatched(0, enforce(configuration("s", "1"), constraint("t", "1")))
          .reported("s", COMPLIANT, "s.1", 5)
          .reported("t", COMPLIANT, "t.1", 5)
          .dispatched(600, enforce(configuration("s", "2"), constraint("t", "2")));

  @Test
  void e4TheWeakVerdictOfAnUnreachableClusterIsNoSuccess() {
    constraint.unreachable().isSilent();
    assertThat(constraint.result().because())
        .isEqualTo(
            "no report since the dispatch on 1 of 1 templates: t, for its verdict may be an old"
                + " one, and the cluster is unreachable");
  }

  @Test
  void e4TheWeakVerdictOfAnUnreachableClusterIsNoFailureEither() {
    constraint.patched("t", NON_COMPLIANT).unreachable().isSilent();
  }

  @Test
  void e4OneUnreachableWeakTemplateHoldsBackTheSuccessOfTheOthers() {
    mixed.reported("s", COMPLIANT, "s.2", 605).unreachable().isSilent();
  }

  @Test
  void e4AFreshReportBeforeAClusterWasCutOffCounts() {
    mixed.reported("s", NON_COMPLIANT, "s.2", 605).unreachable().isNegative();
    new ReplicaScenario()
        .dispatched(0, enforce(configuration("s", "1"), certificate("t", "1")))
        .reported("s", COMPLIANT, "s.1", 5)
        .reported("t", COMPLIANT, "t.1", 5)
        .unreachable()
        .isConfirmed();
  }

  @Test
  void e4AWeakVerdictIsThePresentOneAtAnyTime() {
    constraint.isWeakSuccess();
    constraint.patched("t", NON_COMPLIANT).isWeaklyNegative();
    constraint.patched("t", PENDING).isWeaklyNegative();
    constraint.patched("t", COMPLIANT).isWeakSuccess();
  }

  @Test
  void e4AWeakTemplateWithoutAVerdictIsNotEvaluated() {
    constraint.recreated().isSilent();
  }

  @Test
  void e4WithoutADispatchOfItsOwnEveryTemplateIsWeak() {
    ReplicaScenario unstaged =
        new ReplicaScenario()
            .given(enforce(configuration("t", "1")))
            .reported("t", COMPLIANT, "t.1", -5000)
            .isWeakSuccess();
    unstaged.unreachable().isSilent();
  }

  private static ReplicaScenario reverted() {
    return new ReplicaScenario()
        .dispatched(0, enforce(configuration("t", "1")))
        .reported("t", COMPLIANT, "t.1", 5)
        .dispatched(600, enforce(configuration("t", "2")))
        .dispatched(Dispatch.As.TAKEN_BACK, 900, enforce(configuration("t", "1")));
  }

  @Test
  void e9AClusterThatNeverLeftTheContentHasSaidAllThereIsToSay() {
    reverted().isWeakSuccess();
    reverted().unreachable().isSilent();
    reverted().patched("t", NON_COMPLIANT).isWeaklyNegative();
    reverted().dispatched(1200, enforce(configuration("t", "1"))).isWeakSuccess();
  }

  @Test
  void e9ANewReportOnTheContentConfirmsIt() {
    reverted().reported("t", COMPLIANT, "t.3", 905).isConfirmed();
  }

  @Test
  void e9AClusterThatReportedInBetweenHasToReportAnew() {
    new ReplicaScenario()
        .dispatched(0, enforce(configuration("t", "1")))
        .reported("t", COMPLIANT, "t.1", 5)
        .dispatched(600, enforce(configuration("t", "2")))
        .reported("t", COMPLIANT, "t.2", 605)
        .dispatched(900, enforce(configuration("t", "1")))
        .isSilent();
  }

  @Test
  void e9AVerdictOnContentBeforeThatIsNone() {
    new ReplicaScenario()
        .dispatched(0, enforce(configuration("t", "0")))
        .reported("t", COMPLIANT, "t.0", 5)
        .dispatched(300, enforce(configuration("t", "1")))
        .dispatched(600, enforce(configuration("t", "2")))
        .dispatched(900, enforce(configuration("t", "1")))
        .isSilent();
  }

  @Test
  void e9WhatAPersonWroteInBetweenIsNoContentToComeBackTo() {
    new ReplicaScenario()
        .dispatched(0, enforce(configuration("t", "1")))
        .reported("t", COMPLIANT, "t.1", 5)
        .editedByHand(enforce(configuration("t", "2")))
        .repaired(300, enforce(configuration("t", "1")))
        .dispatched(600, enforce(configuration("t", "2")))
        .isSilent();
  }

  @Test
  void e9AClusterMayBeTakenThereAndBackMoreThanOnce() {
    reverted()
        .dispatched(1200, enforce(configuration("t", "2")))
        .isSilent()
        .dispatched(1500, enforce(configuration("t", "1")))
        .isWeakSuccess();
  }

  @Test
  void e6OneWeakTemplateMakesTheWholeSuccessWeak() {
    mixed.reported("s", COMPLIANT, "s.2", 605).isWeakSuccess();
    assertThat(mixed.result().because())
        .isEqualTo("2 of 2 templates are Compliant, 1 by reports that may be older than that: t");
  }

  @Test
  void e6StrictTemplatesAloneAreConfirmed() {
    ReplicaScenario strict =
        new ReplicaScenario()
            .dispatched(0, enforce(configuration("s", "1"), configuration("t", "1")))
            .reported("s", COMPLIANT, "s.1", 5)
            .reported("t", COMPLIANT, "t.1", 5)
            .isConfirmed();
    assertThat(strict.result().because())
        .isEqualTo("2 of 2 templates are Compliant, by reports on what the replica carries");
  }

  @Test
  void e6AFailureNextToAWeakTemplateIsMarkedAsWell() {
    mixed.reported("s", NON_COMPLIANT, "s.2", 605).isWeaklyNegative();
  }
}
