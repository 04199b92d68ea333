package io.sluice.rollout.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.AttemptDue.Kind;
import io.sluice.rollout.lifecycle.DueInput.Temporal;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks when an attempt is due (rollout-strategy 3.2, 5 "Retry" and 6.3). */
class AttemptDueTest {
  private FleetView fleet =
      FleetView.of(List.of(new DecisionGroup(new GroupKey("p", "dev", 0), List.of("d1"))));
  private RootView root = root(4, false, true, "hash");
  private Optional<SettingsValidation> acceptance =
      Optional.of(accepted(PendingMode.KEEP_PREVIOUS, false, Optional.empty()));
  private Optional<RolloutRecord> record = Optional.empty();
  private List<String> newcomers = List.of();
  private long formerNumber;
  private Temporal temporal = Temporal.ANSWERS;

  private static RootView root(long generation, boolean disabled, boolean staged, String hash) {
    PolicyVersion version = new PolicyVersion("uid", generation, "content");
    return new RootView(version, disabled, false, staged, hash, Optional.empty());
  }

  private static SettingsValidation accepted(
      PendingMode mode, boolean atOnce, Optional<Refusal> refusal) {
    return new SettingsValidation(
        Optional.of(Strategy.of(StrategyType.PROGRESSIVE)),
        mode,
        atOnce,
        Optional.empty(),
        List.of(),
        refusal);
  }

  private void last(boolean open, String outcome, String retry) {
    record =
        Optional.of(
            new RolloutRecord(
                "uid",
                7,
                "u7",
                open,
                4,
                "hash",
                Optional.ofNullable(outcome),
                Optional.ofNullable(retry)));
  }

  private DueDecision judged() {
    return AttemptDue.judge(
        new DueInput(root, acceptance, record, fleet, newcomers, formerNumber, temporal));
  }

  private Optional<AttemptDue> due() {
    return judged().attempt();
  }

  private static AttemptDue fresh(long number, String because) {
    return new AttemptDue(number, Kind.NEW, Optional.empty(), because);
  }

  @Test
  void aPolicyWithoutARolloutObjectIsDueWithOneMoreThanTheLastAttempt() {
    formerNumber = 3;
    assertThat(due()).contains(fresh(4, "the policy was never rolled out"));
  }

  @Test
  void anObjectThatOnlyHasItsNumberIsDue() {
    record =
        Optional.of(
            new RolloutRecord("uid", 7, null, false, 0, null, Optional.empty(), Optional.empty()));
    assertThat(due()).contains(fresh(8, "the policy was never rolled out"));
  }

  @Test
  void anObjectOfAnotherPolicyUidCountsAsAbsentAlsoWhileItsRunIsOpen() {
    record =
        Optional.of(
            new RolloutRecord(
                "other", 7, "u7", true, 4, "hash", Optional.empty(), Optional.empty()));
    formerNumber = 3;
    assertThat(due()).contains(fresh(4, "the policy was never rolled out"));
  }

  /** Deletion raises the generation; neither that, nor a lost run, nor a retry begins anything. */
  @Test
  void aPolicyThatIsBeingDeletedIsNotDue() {
    root =
        new RootView(
            new PolicyVersion("uid", 5, "content"), false, true, true, "hash", Optional.empty());
    assertThat(judged()).isEqualTo(DueDecision.NOTHING);
    last(false, "Failed", "u7");
    assertThat(judged()).isEqualTo(DueDecision.NOTHING);
    last(true, null, null);
    temporal = Temporal.LOST_THE_RUN;
    assertThat(judged()).isEqualTo(DueDecision.NOTHING);
  }

  @Test
  void anUnstagedPolicyIsNotDue() {
    root = root(4, false, false, "");
    assertThat(judged()).isEqualTo(DueDecision.NOTHING);
  }

  @Test
  void aRetryOfTheFailedKeepsTheOthersAndNamesTheAttemptThatItCompletes() {
    record =
        Optional.of(
            new RolloutRecord(
                "uid", 7, "u7", false, 4, "hash", Optional.of("Failed"), Optional.of("u7"), true));
    assertThat(due())
        .contains(
            new AttemptDue(
                8,
                Kind.RETRY_OF_FAILED,
                Optional.of("u7"),
                "spec.retryRollout asks to retry u7 for those that have not succeeded"));
  }

  @Test
  void aDisabledPolicyIsNotDue() {
    root = root(4, true, true, "hash");
    assertThat(judged()).isEqualTo(DueDecision.NOTHING);
  }

  @Test
  void aPolicyWithRefusedSettingsIsNotDueNorIsItsLostRun() {
    acceptance =
        Optional.of(
            accepted(
                PendingMode.KEEP_PREVIOUS, false, Optional.of(new Refusal("BadNumber", "no"))));
    assertThat(judged()).isEqualTo(DueDecision.NOTHING);
    last(true, null, null);
    temporal = Temporal.LOST_THE_RUN;
    assertThat(judged()).isEqualTo(DueDecision.NOTHING);
  }

  @Test
  void withoutACoherentSnapshotNothingIsDueAndThePlacementIsNamed() {
    String why = "Waiting for placement p to publish all its decisions.";
    fleet = new FleetView(fleet.groups(), Optional.of(why), List.of(), List.of());
    assertThat(judged()).isEqualTo(new DueDecision(Optional.empty(), Optional.of(why)));
    last(false, "Succeeded", null);
    assertThat(judged()).isEqualTo(DueDecision.NOTHING);
  }

  @Test
  void withoutAClusterNothingIsDue() {
    fleet = FleetView.of(List.of());
    assertThat(due()).isEmpty();
    fleet = FleetView.of(List.of(new DecisionGroup(new GroupKey("p", "dev", 0), List.of())));
    assertThat(due()).isEmpty();
  }

  @Test
  void aNewGenerationIsDueWithTheNextNumber() {
    last(false, "Succeeded", null);
    root = root(5, false, true, "hash");
    assertThat(due())
        .contains(fresh(8, "generation 5 of the policy is new, 4 was rolled out last"));
  }

  @Test
  void aChangedStrategyIsDue() {
    last(false, "Succeeded", null);
    root = root(4, false, true, "other");
    assertThat(due()).contains(fresh(8, "the rolloutStrategy was changed"));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void nothingNewIsNotDueUnlessTheLastAttemptWasSuperseded(Outcome outcome) {
    last(false, outcome.label(), null);
    assertThat(due().map(AttemptDue::because))
        .isEqualTo(
            outcome == Outcome.SUPERSEDED
                ? Optional.of("the last attempt was superseded before its end")
                : Optional.empty());
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void aRetryIsDueOnceItsAttemptFailedOrWasAborted(Outcome outcome) {
    last(false, outcome.label(), "u7");
    boolean retried = outcome == Outcome.FAILED || outcome == Outcome.ABORTED;
    assertThat(due().map(AttemptDue::because).filter(why -> why.contains("retry")))
        .isEqualTo(retried ? Optional.of("spec.retryRollout asks to retry u7") : Optional.empty());
  }

  static Stream<Outcome> outcomes() {
    return Stream.of(Outcome.values());
  }

  @Test
  void aRetryAskedForWhileTheAttemptRunsTakesEffectOnceWhenItHasFailed() {
    last(true, null, "u7");
    assertThat(due()).isEmpty();
    last(false, "Failed", "u7");
    assertThat(due()).map(AttemptDue::number).contains(8L);
    record =
        Optional.of(
            new RolloutRecord(
                "uid", 8, "u8", false, 4, "hash", Optional.of("Failed"), Optional.of("u7")));
    assertThat(due()).isEmpty();
  }

  @Test
  void anObjectWithoutAnAttemptHasNothingToRetry() {
    record =
        Optional.of(
            new RolloutRecord("uid", 0, "", false, 4, "hash", Optional.empty(), Optional.of("")));
    assertThat(record.get().retryRequested()).isFalse();
  }

  @Test
  void nothingIsDueWhileARunIsOpen() {
    last(true, null, "u7");
    root = root(5, false, true, "other");
    assertThat(judged()).isEqualTo(DueDecision.NOTHING);
  }

  @Test
  void aLostRunIsContinuedWithItsNumberAndUidEvenIfAVersionIsNew() {
    last(true, null, null);
    root = root(5, false, true, "other");
    temporal = Temporal.LOST_THE_RUN;
    assertThat(due())
        .contains(
            new AttemptDue(
                7, Kind.LOST, Optional.of("u7"), "its run was lost, and Temporal knows none"));
  }

  @Test
  void theNumberFollowsThatOfTheObjectWhateverReplicasName() {
    last(false, "Failed", null);
    root = root(5, false, true, "hash");
    formerNumber = 1_000_000_000L;
    assertThat(due()).map(AttemptDue::number).contains(8L);
  }

  @Test
  void whileTemporalIsUnreachableNothingIsDueAndTheReasonIsReported() {
    last(false, "Succeeded", null);
    root = root(5, false, true, "hash");
    temporal = Temporal.UNREACHABLE;
    assertThat(judged())
        .isEqualTo(
            new DueDecision(
                Optional.empty(),
                Optional.of(
                    "Waiting for Temporal, which cannot be reached, to start attempt 8: generation"
                        + " 5 of the policy is new, 4 was rolled out last.")));
  }

  @Test
  void whileTemporalIsUnreachableAnOpenRunIsNotLostAndItsMessageIsKept() {
    last(true, null, null);
    temporal = Temporal.UNREACHABLE;
    assertThat(judged()).isEqualTo(DueDecision.NOTHING);
  }

  @Test
  void whileTemporalIsUnreachableAndNothingIsNewNothingWaits() {
    last(false, "Succeeded", null);
    temporal = Temporal.UNREACHABLE;
    assertThat(judged()).isEqualTo(DueDecision.NOTHING);
  }

  @ParameterizedTest(name = "{0}, at once {1}, {2}: {3}")
  @MethodSource("smallRollouts")
  void newcomersGetASmallRolloutWhereTheModeRequiresIt(
      PendingMode mode, boolean atOnce, Outcome outcome, boolean small) {
    last(false, outcome.label(), null);
    acceptance = Optional.of(accepted(mode, atOnce, Optional.empty()));
    newcomers = List.of("n1");
    assertThat(due().filter(found -> found.kind() == Kind.SMALL_ROLLOUT))
        .isEqualTo(
            small
                ? Optional.of(
                    new AttemptDue(
                        8,
                        Kind.SMALL_ROLLOUT,
                        Optional.of("u7"),
                        "1 cluster joined after the end: n1"))
                : Optional.empty());
  }

  /** Every mode, both ways of starting, every outcome. */
  static Stream<Arguments> smallRollouts() {
    return Stream.of(PendingMode.values())
        .flatMap(
            mode ->
                Stream.of(false, true)
                    .flatMap(
                        atOnce ->
                            outcomes()
                                .map(
                                    outcome ->
                                        Arguments.of(
                                            mode,
                                            atOnce,
                                            outcome,
                                            mode != PendingMode.KEEP_PREVIOUS
                                                && (outcome == Outcome.SUCCEEDED
                                                    || atOnce && outcome == Outcome.FAILED)))));
  }

  /** There only a ticket of an attempt gives a newcomer the version (gate 7). */
  @Test
  void behindTheGateNewcomersGetASmallRolloutInEveryMode() {
    SettingsValidation keeps = accepted(PendingMode.KEEP_PREVIOUS, false, Optional.empty());
    assertThat(AttemptDue.rollsNewcomersOut(keeps, root(4, false, true, "hash"))).isFalse();
    assertThat(AttemptDue.rollsNewcomersOut(keeps, root(4, false, true, "hash+g0"))).isTrue();
  }

  @Test
  void withoutNewcomersNoSmallRolloutIsDue() {
    last(false, "Succeeded", null);
    acceptance = Optional.of(accepted(PendingMode.INFORM, false, Optional.empty()));
    assertThat(due()).isEmpty();
  }

  @Test
  void aNewVersionGoesBeforeASmallRolloutOfTheFormerOne() {
    last(false, "Succeeded", null);
    acceptance = Optional.of(accepted(PendingMode.BESIDE, false, Optional.empty()));
    newcomers = List.of("n1", "n2");
    assertThat(due().orElseThrow().because())
        .isEqualTo("2 clusters joined after the end, first of them n1");
    root = root(5, false, true, "hash");
    assertThat(due()).map(AttemptDue::kind).contains(Kind.NEW);
  }
}
