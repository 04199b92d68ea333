package io.sluice.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Phase;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.DueInput.Temporal;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the status between attempts (rollout-strategy 1.3, 1.4 and 5). */
class IdleStatusTest {
  private long generation = 4;
  private boolean disabled;
  private Optional<Refusal> refusal = Optional.empty();
  private PendingMode mode = PendingMode.KEEP_PREVIOUS;
  private List<String> clusters = List.of("d1");
  private Optional<String> incoherent = Optional.empty();
  private Optional<String> missing = Optional.empty();
  private Temporal temporal = Temporal.ANSWERS;
  private IdleStatus.LastAttempt last = last("u7", "Succeeded", 0, null, null);

  private static IdleStatus.LastAttempt last(
      String uid, String outcome, long leftBehind, String phase, String waitingFor) {
    return new IdleStatus.LastAttempt(
        new RolloutRecord(
            "uid", 7, uid, false, 4, "hash", Optional.ofNullable(outcome), Optional.empty()),
        leftBehind,
        2,
        Optional.ofNullable(phase),
        Optional.ofNullable(waitingFor));
  }

  private IdleStatus idle() {
    DueInput input =
        new DueInput(
            new RootView(
                new PolicyVersion("uid", generation, "c"),
                disabled,
                false,
                true,
                "hash",
                Optional.empty()),
            Optional.of(
                new SettingsValidation(
                    Optional.of(Strategy.of(StrategyType.PROGRESSIVE)),
                    mode,
                    false,
                    Optional.empty(),
                    List.of(),
                    refusal)),
            Optional.of(last.record()),
            new FleetView(
                List.of(new DecisionGroup(new GroupKey("p", "dev", 0), clusters)),
                incoherent,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                missing,
                List.of(),
                List.of(),
                List.of()),
            List.of(),
            7,
            temporal);
    return IdleStatus.of(input, AttemptDue.judge(input), last);
  }

  @Test
  void aSuccessIsDone() {
    assertThat(idle()).isEqualTo(new IdleStatus(Phase.DONE, Optional.of("Succeeded"), ""));
  }

  @Test
  void aFailureWithAllClustersStartedIsDoneToo() {
    last = last("u7", "Failed", 0, null, null);
    assertThat(idle()).isEqualTo(new IdleStatus(Phase.DONE, Optional.of("Failed"), ""));
  }

  @Test
  void aHaltKeepsTheMessageThatTheRunLeft() {
    last = last("u7", "Failed", 3, "Halted", "Halted: 2 clusters of group stage failed.");
    assertThat(idle())
        .isEqualTo(
            new IdleStatus(
                Phase.HALTED, Optional.of("Failed"), "Halted: 2 clusters of group stage failed."));
  }

  @Test
  void aHaltAfterARefusalIsReportedAsFarAsItIsKnown() {
    last = last("u7", "Failed", 3, "Pending", "Cannot roll out policy a/b: c.");
    assertThat(idle().waitingFor())
        .isEqualTo("Halted. Change the policy, or set spec.retryRollout.rolloutUID to u7.");
  }

  @Test
  void refusedSettingsOfANewVersionAreReportedAndNothingOfItIsApplied() {
    refusal = Optional.of(new Refusal("BadNumber", "Cannot roll out policy a/b: c."));
    generation = 5;
    mode = PendingMode.INFORM;
    assertThat(idle())
        .isEqualTo(
            new IdleStatus(
                Phase.PENDING, Optional.of("ToApply"), "Cannot roll out policy a/b: c."));
  }

  @Test
  void whileTemporalIsUnreachableANewVersionWaitsForIt() {
    generation = 5;
    temporal = Temporal.UNREACHABLE;
    assertThat(idle())
        .isEqualTo(
            new IdleStatus(
                Phase.PENDING,
                Optional.of("ToApply"),
                "Waiting for Temporal, which cannot be reached, to start attempt 8: generation 5 of"
                    + " the policy is new, 4 was rolled out last."));
  }

  @Test
  void anAttemptThatIsDueIsAboutToBegin() {
    generation = 5;
    mode = PendingMode.INFORM;
    assertThat(idle())
        .isEqualTo(
            new IdleStatus(
                Phase.PENDING,
                Optional.of("Progressing"),
                "Waiting for the next attempt to begin."));
  }

  @Test
  void withoutAClusterAPolicyThatWasNeverRolledOutWaitsForOne() {
    clusters = List.of();
    last = last("", null, 0, null, null);
    assertThat(idle())
        .isEqualTo(
            new IdleStatus(Phase.PENDING, Optional.empty(), "No cluster is selected.", true));
  }

  @Test
  void aPolicyWhosePlacementHasPublishedNothingYetWaitsForThePlacement() {
    clusters = List.of();
    incoherent = Optional.of("Waiting for placement p to publish all its decisions.");
    last = last("", null, 0, null, null);
    assertThat(idle())
        .isEqualTo(
            new IdleStatus(
                Phase.PENDING,
                Optional.empty(),
                "Waiting for placement p to publish all its decisions."));
  }

  @Test
  void whatSelectsNoClusterIsNamed() {
    clusters = List.of();
    missing = Optional.of("PlacementBinding b1 names Placement web, which does not exist.");
    last = last("", null, 0, null, null);
    assertThat(idle().waitingFor()).isEqualTo(missing.get());
    assertThat(RolloutConditions.bound(missing))
        .contains(new RolloutCondition("Bound", false, "NotFound", missing.get()));
  }

  @Test
  void aDisabledPolicyThatWasNeverRolledOutSaysSo() {
    disabled = true;
    last =
        new IdleStatus.LastAttempt(
            new RolloutRecord("other", 7, "", false, 0, "hash", Optional.empty(), Optional.empty()),
            0,
            0,
            Optional.empty(),
            Optional.empty());
    assertThat(idle().waitingFor())
        .isEqualTo("The policy is disabled. Set spec.disabled to false to roll it out.");
  }

  @Test
  void aDisabledPolicyHasNoRolloutStatus() {
    disabled = true;
    assertThat(idle()).isEqualTo(new IdleStatus(Phase.DONE, Optional.empty(), ""));
  }

  @Test
  void aRolloutThatIsDoneWaitsForTheApprovalOfNewcomers() {
    Optional<NewcomerApprovals.Waiting> newcomers =
        Optional.of(
            new NewcomerApprovals.Waiting(Set.of("d9"), "Waiting for approval.", Optional.empty()));
    assertThat(idle().before(newcomers))
        .isEqualTo(
            new IdleStatus(
                Phase.WAITING_FOR_APPROVAL, Optional.of("Succeeded"), "Waiting for approval."));
    last = last("u7", "Failed", 3, "Halted", "Halted: 2 clusters of group stage failed.");
    assertThat(idle().before(newcomers)).isEqualTo(idle());
  }

  @Test
  void aClusterOfWhichNobodyKnowsWhetherItJoinedIsNamedOnceTheRolloutIsDone() {
    IdleStatus done = new IdleStatus(Phase.DONE, Optional.of("Succeeded"), "");
    assertThat(done.naming(List.of())).isEqualTo(done);
    assertThat(done.naming(List.of("e1")).waitingFor())
        .isEqualTo(
            "Cannot tell whether 1 cluster joined after the end, or failed before and is one of the"
                + " exceptions that are not listed: e1. It gets the next version.");
    assertThat(done.naming(List.of("e1", "e2")).waitingFor())
        .isEqualTo(
            "Cannot tell whether 2 clusters joined after the end, or failed before and are some of"
                + " the exceptions that are not listed: e1, e2. They get the next version.");
    IdleStatus halted = new IdleStatus(Phase.HALTED, Optional.of("Failed"), "Halted.");
    assertThat(halted.naming(List.of("e1"))).isEqualTo(halted);
  }
}
