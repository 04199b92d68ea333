package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.Approvals;
import io.sluice.plan.tracking.GroupCounts;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks the reasons of starts, to the letter; the rules are {@code SelectionFunctionTest}'s. */
class StartPlannerTest {
  private static final Strategy PROGRESSIVE = Strategy.of(StrategyType.PROGRESSIVE);
  private static final Strategy PER_GROUP = Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP);
  private static final Strategy MANUAL = Strategy.of(StrategyType.MANUAL_PER_GROUP);

  private static GroupCounts group(String name, int members, int notStarted, int inFlight) {
    return group(name, members, notStarted, inFlight, 0, Approvals.UNKNOWN);
  }

  private static GroupCounts group(
      String name, int members, int notStarted, int inFlight, int failures, String approver) {
    int index = List.of("dev", "stage", "prod").indexOf(name);
    return new GroupCounts(
        new GroupKey("placement", name, Math.max(0, index)),
        Optional.of(approver),
        members,
        notStarted,
        inFlight,
        inFlight,
        failures);
  }

  private static String because(Strategy strategy, GroupCounts... groups) {
    return StartPlanner.plan(strategy, List.of(groups)).because();
  }

  @Test
  void aSlidingWindowGivesTheSlotsInUseAndTheLimit() {
    Strategy four = PROGRESSIVE.withMaxConcurrency(Amount.count(4));
    assertThat(because(four, group("", 40, 38, 2)))
        .isEqualTo("2 in flight of maxConcurrency 4: 2 more may start");
    assertThat(because(four, group("", 40, 30, 5)))
        .isEqualTo("5 in flight of maxConcurrency 4: 0 more may start");
  }

  @Test
  void aLimitThatIsNoPlainNumberIsWorkedOut() {
    assertThat(
            because(
                PROGRESSIVE.withMaxConcurrency(Amount.percent(25)),
                group("dev", 4, 3, 1),
                group("prod", 6, 6, 0)))
        .isEqualTo("1 in flight of maxConcurrency 25% (3 of 10): 2 more may start");
    assertThat(because(PROGRESSIVE.withMaxConcurrency(Amount.count(12)), group("dev", 7, 7, 0)))
        .isEqualTo("0 in flight of maxConcurrency 12 (7 of 7): 7 more may start");
    assertThat(because(PROGRESSIVE, group("dev", 7, 5, 1)))
        .isEqualTo("1 in flight of 7 without maxConcurrency: 6 more may start");
  }

  @Test
  void typeAllStartsAllThatAreLeft() {
    assertThat(because(Strategy.all(), group("dev", 4, 1, 2), group("prod", 6, 6, 0)))
        .isEqualTo("type All starts all clusters at once: 7 of 10 not started yet");
  }

  @Test
  void aGroupIsNextWhenTheOneBeforeItIsFinished() {
    GroupCounts prod = group("prod", 3, 3, 0);
    assertThat(because(PER_GROUP, group("dev", 2, 2, 0), prod))
        .isEqualTo("group dev is the first of 2");
    assertThat(because(PER_GROUP, group("dev", 2, 0, 0), group("stage", 2, 2, 0), prod))
        .isEqualTo("group dev is finished, stage is next");
    assertThat(
            because(
                PER_GROUP.withMaxFailures(Amount.count(2)),
                group("dev", 4, 0, 0, 1, Approvals.UNKNOWN),
                prod))
        .isEqualTo("group dev is finished with 1 failed of 2 tolerated, prod is next");
    assertThat(because(PER_GROUP, group("dev", 3, 1, 1), prod))
        .isEqualTo("group dev has begun: 1 of 3 not started yet");
  }

  @Test
  void aMandatoryGroupComesBeforeAllOthers() {
    Strategy mandatory = PER_GROUP.withMandatory(GroupSelector.named("prod"));
    assertThat(because(mandatory, group("dev", 2, 2, 0), group("prod", 2, 2, 0)))
        .isEqualTo("mandatory group prod is the first of 2");
    assertThat(because(mandatory, group("dev", 2, 2, 0), group("prod", 2, 0, 0)))
        .isEqualTo("mandatory group prod is finished, dev is next");
  }

  @Test
  void anApprovalNamesItsApproverWhereKnown() {
    assertThat(because(MANUAL, group("prod", 2, 2, 0, 0, "ann")))
        .isEqualTo("group prod is approved by ann");
    assertThat(because(MANUAL, group("prod", 2, 2, 0))).isEqualTo("group prod is approved");
  }

  @Test
  void longNamesAreCut() {
    String name = "a".repeat(63);
    GroupCounts finished = group(name, 100_000, 0, 0, 50_000, Approvals.UNKNOWN);
    GroupCounts next =
        new GroupCounts(
            new GroupKey("placement", name, 1), Optional.of("b".repeat(253)), 9, 9, 0, 0, 0);
    Strategy lenient = PER_GROUP.withMaxFailures(Amount.percent(100));
    assertThat(because(lenient, finished, next)).hasSizeLessThan(120).contains("aaa…");
    assertThat(because(MANUAL, next)).hasSizeLessThan(120);
  }
}
