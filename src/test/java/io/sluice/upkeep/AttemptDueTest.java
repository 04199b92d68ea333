package io.sluice.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.FleetView;
import io.sluice.plan.RootView;
import io.sluice.policy.PolicyVersion;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Holds the start of an attempt against rollout-strategy 3.2 and the retry of 5. */
class AttemptDueTest {
  private static final FleetView FLEET =
      FleetView.of(List.of(new DecisionGroup(new GroupKey("p", "dev", 0), List.of("d1"))));
  private static final RootView ROOT = root(4, false, true, "hash");

  private static RootView root(long generation, boolean disabled, boolean staged, String hash) {
    PolicyVersion version = new PolicyVersion("uid", generation, "content");
    return new RootView(version, disabled, staged, hash, Optional.empty());
  }

  private static RolloutRecord record(boolean open, String outcome, String retry) {
    return new RolloutRecord(
        "uid", 7, "u7", open, 4, "hash", Optional.ofNullable(outcome), Optional.ofNullable(retry));
  }

  private static Optional<AttemptDue> due(RootView root, RolloutRecord record) {
    return AttemptDue.judge(root, Optional.of(record), FLEET, 0, false);
  }

  private static Optional<AttemptDue> first(RootView root, FleetView fleet) {
    return AttemptDue.judge(root, Optional.empty(), fleet, 0, false);
  }

  @Test
  void aPolicyThatWasNeverRolledOutIsDue() {
    assertThat(first(ROOT, FLEET))
        .contains(new AttemptDue(1, Optional.empty(), "the policy was never rolled out"));
  }

  @Test
  void anUnstagedOneIsNot() {
    assertThat(first(root(4, false, false, ""), FLEET)).isEmpty();
  }

  @Test
  void aDisabledOneIsNot() {
    assertThat(first(root(4, true, true, "hash"), FLEET)).isEmpty();
  }

  @Test
  void withoutACoherentSnapshotNothingIsDue() {
    FleetView unsettled =
        new FleetView(FLEET.groups(), Optional.of("Waiting."), List.of(), List.of());
    assertThat(first(ROOT, unsettled)).isEmpty();
  }

  @Test
  void withoutAClusterNothingIsDue() {
    assertThat(first(ROOT, FleetView.of(List.of()))).isEmpty();
    assertThat(
            first(
                ROOT,
                FleetView.of(List.of(new DecisionGroup(new GroupKey("p", "dev", 0), List.of())))))
        .isEmpty();
  }

  @Test
  void aNewGenerationIsDueWithTheNextNumber() {
    assertThat(due(root(5, false, true, "hash"), record(false, "Succeeded", null)))
        .contains(
            new AttemptDue(
                8, Optional.empty(), "generation 5 of the policy is new, 4 was rolled out last"));
  }

  @Test
  void aChangedStrategyIsDue() {
    assertThat(due(root(4, false, true, "other"), record(false, "Succeeded", null)))
        .contains(new AttemptDue(8, Optional.empty(), "the rolloutStrategy was changed"));
  }

  @Test
  void nothingNewIsNotDue() {
    assertThat(due(ROOT, record(false, "Succeeded", null))).isEmpty();
    assertThat(due(ROOT, record(false, "Failed", null))).isEmpty();
  }

  @Test
  void nothingIsDueWhileARunIsOpen() {
    assertThat(due(root(5, false, true, "other"), record(true, null, "u7"))).isEmpty();
  }

  @Test
  void aRetryOfAFailedOrAbortedAttemptIsDue() {
    assertThat(due(ROOT, record(false, "Failed", "u7")))
        .contains(new AttemptDue(8, Optional.empty(), "spec.retryRollout asks to retry u7"));
    assertThat(due(ROOT, record(false, "Aborted", "u7"))).isPresent();
  }

  @Test
  void aRetryOfAnotherAttemptIsNotDue() {
    assertThat(due(ROOT, record(false, "Failed", "u6"))).isEmpty();
  }

  @Test
  void aRetryOfASuccessIsNotDue() {
    assertThat(due(ROOT, record(false, "Succeeded", "u7"))).isEmpty();
    assertThat(due(ROOT, record(false, "Superseded", "u7"))).isEmpty();
  }

  @Test
  void anObjectOfAnotherPolicyCountsAsAbsent() {
    RolloutRecord foreign =
        new RolloutRecord("other", 7, "u7", true, 4, "hash", Optional.empty(), Optional.empty());
    assertThat(AttemptDue.judge(ROOT, Optional.of(foreign), FLEET, 3, false))
        .contains(new AttemptDue(4, Optional.empty(), "the policy was never rolled out"));
  }

  @Test
  void theNumberIsHigherThanThatOfAnyReplica() {
    assertThat(
            AttemptDue.judge(
                    root(5, false, true, "hash"),
                    Optional.of(record(false, "Failed", null)),
                    FLEET,
                    11)
                .orElseThrow()
                .number())
        .isEqualTo(12);
  }

  @Test
  void anObjectWithoutAnAttemptIsDue() {
    RolloutRecord fresh =
        new RolloutRecord("uid", 0, null, false, 0, null, Optional.empty(), Optional.empty());
    assertThat(due(ROOT, fresh))
        .contains(new AttemptDue(1, Optional.empty(), "the policy was never rolled out"));
  }
}
