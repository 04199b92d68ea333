package io.sluice.oracle;

import static io.sluice.fleet.ClusterStatus.FAILED;
import static io.sluice.fleet.ClusterStatus.NEW_CLUSTER;
import static io.sluice.fleet.ClusterStatus.PROGRESSING;
import static io.sluice.fleet.ClusterStatus.SKIP;
import static io.sluice.fleet.ClusterStatus.SUCCEEDED;
import static io.sluice.fleet.ClusterStatus.TIME_OUT;
import static io.sluice.fleet.ClusterStatus.TO_APPLY;
import static io.sluice.rollout.strategy.StrategyType.MANUAL_PER_GROUP;
import static io.sluice.rollout.strategy.StrategyType.PROGRESSIVE;
import static io.sluice.rollout.strategy.StrategyType.PROGRESSIVE_PER_GROUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.Excess;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One sharp case for each rule of rollout-strategy 2.2; the examples of 2.3 are own cases too. */
class SelectionFunctionTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final GroupKey ONLY = new GroupKey("p", "", 0);
  private static final GroupKey DEV = new GroupKey("p", "dev", 0);
  private static final GroupKey STAGE = new GroupKey("p", "stage", 1);
  private static final GroupKey PROD = new GroupKey("p", "prod", 2);
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  private static Instant minute(long minutes) {
    return START.plus(Duration.ofMinutes(minutes));
  }

  private static ClusterGroup group(GroupKey key, String... clusters) {
    return new ClusterGroup(key, List.of(clusters), true);
  }

  private static ClusterGroup closed(GroupKey key, String... clusters) {
    return new ClusterGroup(key, List.of(clusters), false);
  }

  private static ClusterRolloutStatus known(String cluster, ClusterStatus status) {
    return ClusterRolloutStatus.of(cluster, ONLY, status);
  }

  private static ClusterRolloutStatus known(String cluster, ClusterStatus status, long minute) {
    return known(cluster, status).since(minute(minute));
  }

  private static SelectionResult select(
      Strategy strategy, List<ClusterGroup> groups, long minute, ClusterRolloutStatus... known) {
    return SelectionFunction.select(strategy, groups, List.of(known), minute(minute));
  }

  private static List<String> names(List<ResultEntry> entries) {
    return entries.stream().map(ResultEntry::cluster).toList();
  }

  /** Each entry as {@code cluster=status}. */
  private static List<String> rollout(SelectionResult selection) {
    return selection.rollout().stream()
        .map(entry -> entry.cluster() + "=" + entry.status())
        .toList();
  }

  private static List<String> started(SelectionResult selection) {
    return selection.rollout().stream()
        .filter(entry -> entry.status().equals("ToApply"))
        .map(ResultEntry::cluster)
        .toList();
  }

  @Test
  void aSlidingWindowRefillsFreedSlotsUntilTheBreach() {
    Strategy strategy =
        Strategy.of(PROGRESSIVE)
            .withMaxConcurrency(Amount.count(2))
            .withMaxFailures(Amount.count(1))
            .withMinSuccessTime(Duration.ofMinutes(2))
            .withProgressDeadline(TEN_MINUTES);
    List<ClusterGroup> fleet = List.of(group(ONLY, "c1", "c2", "c3", "c4", "c5", "c6"));

    SelectionResult selection = select(strategy, fleet, 0);
    assertThat(rollout(selection)).containsExactly("c1=ToApply", "c2=ToApply");
    assertThat(selection.recheckAfter()).isEmpty();

    selection = select(strategy, fleet, 3, known("c1", SUCCEEDED, 3), known("c2", PROGRESSING, 0));
    assertThat(rollout(selection)).containsExactly("c1=Succeeded", "c2=Progressing");
    assertThat(selection.recheckAfter()).contains(Duration.ofMinutes(2));

    selection = select(strategy, fleet, 5, known("c1", SUCCEEDED, 3), known("c2", PROGRESSING, 0));
    assertThat(rollout(selection)).containsExactly("c2=Progressing", "c3=ToApply");
    assertThat(selection.recheckAfter()).contains(Duration.ofMinutes(5));

    selection =
        select(
            strategy,
            fleet,
            10,
            known("c1", SUCCEEDED, 3),
            known("c2", PROGRESSING, 0),
            known("c3", PROGRESSING, 5));
    assertThat(rollout(selection)).containsExactly("c3=Progressing", "c4=ToApply");
    assertThat(names(selection.timedOut())).containsExactly("c2");
    assertThat(selection.breach()).isFalse();
    assertThat(selection.recheckAfter()).contains(Duration.ofMinutes(5));

    selection =
        select(
            strategy,
            fleet,
            15,
            known("c1", SUCCEEDED, 3),
            known("c2", TIME_OUT),
            known("c3", PROGRESSING, 5),
            known("c4", PROGRESSING, 10));
    assertThat(rollout(selection)).containsExactly("c4=Progressing");
    assertThat(names(selection.timedOut())).containsExactly("c3");
    assertThat(selection.breach()).isTrue();
    assertThat(selection.recheckAfter()).contains(Duration.ofMinutes(5));
  }

  @Test
  void aToleratedTimeoutDoesNotHideAnUnfinishedCluster() {
    Strategy strategy =
        Strategy.of(PROGRESSIVE_PER_GROUP)
            .withMaxFailures(Amount.percent(30))
            .withProgressDeadline(TEN_MINUTES);
    List<ClusterGroup> fleet = List.of(group(DEV, "a1", "a2", "a3"), group(STAGE, "b1", "b2"));

    SelectionResult selection =
        select(
            strategy,
            fleet,
            10,
            known("a1", SUCCEEDED, 9),
            known("a2", PROGRESSING, 0),
            known("a3", PROGRESSING, 8));
    assertThat(names(selection.timedOut())).containsExactly("a2");
    assertThat(names(selection.rollout())).containsExactly("a3");
    assertThat(selection.recheckAfter()).contains(Duration.ofMinutes(8));

    selection =
        select(
            strategy,
            fleet,
            11,
            known("a1", SUCCEEDED, 9),
            known("a2", TIME_OUT),
            known("a3", SUCCEEDED, 11));
    assertThat(started(selection)).containsExactly("b1", "b2");
  }

  @Test
  void aMandatoryGroupAndAToleranceWorkTogether() {
    List<String> outside = IntStream.rangeClosed(1, 20).mapToObj("o%02d"::formatted).toList();
    Strategy strategy =
        Strategy.of(PROGRESSIVE)
            .withMaxFailures(Amount.percent(5))
            .withMaxConcurrency(Amount.count(5))
            .withMandatory(GroupSelector.named("dev"));
    List<ClusterRolloutStatus> known =
        new ArrayList<>(List.of(known("x1", SUCCEEDED), known("o01", TIME_OUT)));
    outside.subList(1, 5).forEach(cluster -> known.add(known(cluster, PROGRESSING)));

    SelectionResult selection =
        SelectionFunction.select(
            strategy,
            List.of(group(DEV, "x1"), new ClusterGroup(STAGE, outside, true)),
            known,
            START);

    assertThat(started(selection)).containsExactly("o06");
    assertThat(selection.breach()).isFalse();
  }

  @Test
  void f2MergesEntriesOfOneGroupAndOrdersGroupsByPlacementThenIndexThenName() {
    GroupKey later = new GroupKey("p", "dev", 7);
    GroupKey other = new GroupKey("q", "aaa", 0);
    List<ClusterGroup> fleet =
        List.of(group(other, "d1"), group(later, "c1"), group(DEV, "b1"), group(DEV, "a1", "b1"));

    Strategy strategy = Strategy.of(PROGRESSIVE_PER_GROUP);
    assertThat(started(select(strategy, fleet, 0))).containsExactly("a1", "b1");
    ClusterRolloutStatus a1 = known("a1", SUCCEEDED);
    ClusterRolloutStatus b1 = known("b1", SUCCEEDED);
    assertThat(started(select(strategy, fleet, 0, a1, b1))).containsExactly("c1");
    ClusterRolloutStatus c1 = known("c1", SUCCEEDED);
    assertThat(started(select(strategy, fleet, 0, a1, b1, c1))).containsExactly("d1");
  }

  @Test
  void f2PutsAClusterOfSeveralGroupsIntoTheFirst() {
    SelectionResult selection =
        select(
            Strategy.of(PROGRESSIVE_PER_GROUP),
            List.of(group(STAGE, "a1", "b1"), group(DEV, "a1")),
            0);

    assertThat(started(selection)).containsExactly("a1");
    assertThat(selection.rollout().get(0).group()).isEqualTo(DEV);
  }

  @Test
  void f2LetsAMergedGroupStartOnlyIfEveryEntryIsApproved() {
    List<ClusterGroup> fleet = List.of(group(DEV, "a1"), closed(DEV, "a2"));

    assertThat(select(Strategy.of(MANUAL_PER_GROUP), fleet, 0).rollout()).isEmpty();
  }

  @Test
  void f3SetsClustersWithoutAGroupApartAndCountsThemNowhere() {
    Strategy strategy = Strategy.of(PROGRESSIVE).withProgressDeadline(TEN_MINUTES);
    ClusterRolloutStatus gone = known("z1", FAILED, 0);

    SelectionResult selection = select(strategy, List.of(group(ONLY, "c1")), 60, gone);

    assertThat(selection.removed())
        .containsExactly(
            new ResultEntry("z1", ONLY, "Failed", Optional.of(START), Optional.empty()));
    assertThat(started(selection)).containsExactly("c1");
    assertThat(selection.timedOut()).isEmpty();
    assertThat(selection.overTolerance()).isEmpty();
  }

  @Test
  void f4CountsTheExactInstantAsOver() {
    Strategy strategy =
        Strategy.of(PROGRESSIVE)
            .withMinSuccessTime(TEN_MINUTES)
            .withProgressDeadline(TEN_MINUTES)
            .withMaxFailures(Amount.count(2));
    List<ClusterGroup> fleet = List.of(group(ONLY, "c1", "c2"));
    ClusterRolloutStatus success = known("c1", SUCCEEDED, 0);
    ClusterRolloutStatus slow = known("c2", PROGRESSING, 0);

    assertThat(names(select(strategy, fleet, 9, success, slow).rollout()))
        .containsExactly("c1", "c2");
    SelectionResult selection = select(strategy, fleet, 10, success, slow);
    assertThat(selection.rollout()).isEmpty();
    assertThat(selection.timedOut())
        .containsExactly(
            new ResultEntry("c2", ONLY, "TimeOut", Optional.of(START), Optional.of(minute(10))));
  }

  @Test
  void f4SoaksForTheLongerOfTheSettingAndTheFloorOfTheCluster() {
    Strategy strategy = Strategy.of(PROGRESSIVE).withMinSuccessTime(Duration.ofMinutes(2));
    List<ClusterGroup> fleet = List.of(group(ONLY, "c1", "c2"));
    ClusterRolloutStatus floored = known("c1", SUCCEEDED, 0).withMinSoak(Duration.ofMinutes(5));
    ClusterRolloutStatus plain = known("c2", SUCCEEDED, 0).withMinSoak(Duration.ofMinutes(1));

    SelectionResult selection = select(strategy, fleet, 1, floored, plain);

    assertThat(selection.rollout().stream().map(entry -> entry.recheckAt().orElseThrow()))
        .containsExactly(minute(5), minute(2));
    // Type All does not soak, whatever the floor.
    assertThat(select(Strategy.all(), fleet, 0, floored, plain).rollout()).isEmpty();
  }

  @Test
  void f4KeepsWordsItDoesNotKnowAndLetsThemBehaveAsProgressing() {
    Strategy strategy = Strategy.of(PROGRESSIVE).withProgressDeadline(TEN_MINUTES);
    ClusterRolloutStatus strange =
        new ClusterRolloutStatus("c1", ONLY, "Unknown(8)", Optional.of(START), Duration.ZERO);
    ClusterRolloutStatus joined = known("c2", NEW_CLUSTER, 0);

    SelectionResult selection =
        select(strategy, List.of(group(ONLY, "c1", "c2")), 4, strange, joined);

    assertThat(rollout(selection)).containsExactly("c1=Unknown(8)", "c2=NewCluster");
    assertThat(selection.recheckAfter()).contains(Duration.ofMinutes(6));
  }

  @Test
  void f4TakesNowWhereNoInstantIsGiven() {
    Strategy strategy = Strategy.of(PROGRESSIVE).withProgressDeadline(Duration.ZERO);

    SelectionResult selection =
        select(strategy, List.of(group(ONLY, "c1")), 3, known("c1", PROGRESSING));

    assertThat(selection.timedOut())
        .containsExactly(
            new ResultEntry("c1", ONLY, "TimeOut", Optional.empty(), Optional.of(minute(3))));
  }

  @Test
  void f4LetsSkipFinishWithoutFailure() {
    SelectionResult selection =
        select(
            Strategy.of(PROGRESSIVE_PER_GROUP),
            List.of(group(DEV, "a1"), group(STAGE, "b1")),
            0,
            known("a1", SKIP));

    assertThat(started(selection)).containsExactly("b1");
    assertThat(selection.breach()).isFalse();
  }

  @Test
  void f5CountsAFailedClusterInFlightAsFinishedForItsGroup() {
    Strategy strategy = Strategy.of(PROGRESSIVE_PER_GROUP).withMaxFailures(Amount.count(1));

    SelectionResult selection =
        select(strategy, List.of(group(DEV, "a1"), group(STAGE, "b1")), 0, known("a1", FAILED));

    assertThat(rollout(selection)).containsExactly("a1=Failed", "b1=ToApply");
  }

  @Test
  void f6RoundsPercentagesUpInIntegers() {
    assertThat(Amount.percent(5).toleranceOf(2)).isEqualTo(1);
    assertThat(Amount.percent(30).toleranceOf(3)).isEqualTo(1);
    assertThat(Amount.percent(7).toleranceOf(100)).isEqualTo(7);
    assertThat(Amount.count(10).toleranceOf(3)).isEqualTo(3);
    assertThat(Amount.percent(0).toleranceOf(40)).isZero();
    assertThat(Amount.percent(25).limitOf(10)).isEqualTo(3);
    assertThat(Amount.percent(14).limitOf(50)).isEqualTo(7);
    assertThat(Amount.percent(1).limitOf(3)).isEqualTo(1);
    assertThat(Amount.count(0).limitOf(7)).isEqualTo(7);
    assertThat(Amount.count(12).limitOf(7)).isEqualTo(7);
  }

  @Test
  void f6TakesTheLimitOfTheClustersOutsideMandatoryGroups() {
    Strategy strategy =
        Strategy.of(PROGRESSIVE)
            .withMaxConcurrency(Amount.percent(50))
            .withMandatory(GroupSelector.named("dev"));
    List<ClusterGroup> fleet =
        List.of(group(DEV, "a1", "a2", "a3", "a4"), group(STAGE, "b1", "b2"));
    ClusterRolloutStatus[] canaries =
        IntStream.rangeClosed(1, 4)
            .mapToObj(i -> known("a" + i, SUCCEEDED))
            .toArray(ClusterRolloutStatus[]::new);

    assertThat(started(select(strategy, fleet, 0, canaries))).containsExactly("b1");
  }

  @Test
  void f6TakesTheToleranceOfAllClustersMandatoryOnesToo() {
    Strategy strategy =
        Strategy.of(PROGRESSIVE)
            .withMaxFailures(Amount.percent(50))
            .withMandatory(GroupSelector.named("dev"));
    List<ClusterGroup> fleet = List.of(group(DEV, "a1", "a2"), group(STAGE, "b1", "b2", "b3"));
    ClusterRolloutStatus[] known = {
      known("a1", SUCCEEDED),
      known("a2", SUCCEEDED),
      known("b1", TIME_OUT),
      known("b2", TIME_OUT),
      known("b3", TIME_OUT)
    };

    assertThat(select(strategy, fleet, 0, known).breach()).isFalse();
    known[1] = known("x9", SUCCEEDED);
    List<ClusterGroup> smaller = List.of(group(DEV, "a1"), group(STAGE, "b1", "b2", "b3"));
    SelectionResult selection = select(strategy, smaller, 0, known);
    assertThat(selection.breach()).isTrue();
    assertThat(selection.overTolerance()).containsExactly(new Excess(Optional.empty(), 3, 2));
  }

  @Test
  void f7StartsEverybodyByNameAndNeverBreaches() {
    SelectionResult selection =
        select(
            Strategy.all(),
            List.of(group(DEV, "c2", "c10"), group(STAGE, "c1", "c3")),
            0,
            known("c3", FAILED),
            known("c10", TO_APPLY, 0));

    assertThat(rollout(selection))
        .containsExactly("c3=Failed", "c1=ToApply", "c10=ToApply", "c2=ToApply");
    assertThat(selection.rollout().get(2).since()).contains(START);
    assertThat(selection.breach()).isFalse();
  }

  @Test
  void f7KnowsNoLimit() {
    Strategy strategy = Strategy.all().withMaxConcurrency(Amount.count(1));

    assertThat(started(select(strategy, List.of(group(DEV, "c1", "c2", "c3")), 0)))
        .containsExactly("c1", "c2", "c3");
  }

  @Test
  void f8StartsAMandatoryGroupWholeWithNoRegardToClustersElsewhere() {
    Strategy strategy =
        Strategy.of(PROGRESSIVE)
            .withMaxConcurrency(Amount.count(1))
            .withMaxFailures(Amount.count(9))
            .withMandatory(GroupSelector.at(1));
    List<ClusterGroup> fleet = List.of(group(DEV, "a1", "a2"), group(STAGE, "b1", "b2", "b3"));

    SelectionResult selection =
        select(strategy, fleet, 0, known("a1", TIME_OUT), known("a2", PROGRESSING));
    assertThat(rollout(selection))
        .containsExactly("a2=Progressing", "b1=ToApply", "b2=ToApply", "b3=ToApply");

    selection = select(strategy, fleet, 0, known("b1", FAILED));
    assertThat(selection.breach()).isTrue();
    assertThat(rollout(selection)).containsExactly("b1=Failed");
  }

  @Test
  void f8PutsMandatoryGroupsFirstUnderThePerGroupTypesToo() {
    List<ClusterGroup> fleet = List.of(group(DEV, "a1"), closed(STAGE, "b1"), group(PROD, "c1"));
    for (StrategyType type : List.of(PROGRESSIVE_PER_GROUP, MANUAL_PER_GROUP)) {
      Strategy strategy =
          Strategy.of(type)
              .withMaxFailures(Amount.count(1))
              .withMandatory(GroupSelector.named("stage"), GroupSelector.named("prod"));

      assertThat(started(select(strategy, fleet, 0))).containsExactly("b1");
      assertThat(started(select(strategy, fleet, 0, known("b1", SUCCEEDED)))).containsExactly("c1");
      SelectionResult selection = select(strategy, fleet, 0, known("b1", TIME_OUT));
      assertThat(selection.breach()).isTrue();
      assertThat(selection.rollout()).isEmpty();
    }
  }

  @Test
  void f9StartsNoClusterAfterOneFailureOverTheLimitWhateverTheNames() {
    Strategy strategy =
        Strategy.of(PROGRESSIVE)
            .withMaxConcurrency(Amount.count(1))
            .withMaxFailures(Amount.count(1));
    List<ClusterGroup> fleet = List.of(group(ONLY, "a1", "a2", "z1", "z2"));

    assertThat(started(select(strategy, fleet, 0, known("z1", TIME_OUT)))).containsExactly("a1");
    SelectionResult selection =
        select(strategy, fleet, 0, known("z1", TIME_OUT), known("z2", TIME_OUT));
    assertThat(selection.breach()).isTrue();
    assertThat(selection.rollout()).isEmpty();
  }

  @Test
  void f9TakesUntouchedClustersAndGivenOnesAlikeByName() {
    Strategy strategy = Strategy.of(PROGRESSIVE).withMaxConcurrency(Amount.count(1));

    SelectionResult selection =
        select(strategy, List.of(group(ONLY, "a1", "z9")), 0, known("z9", TO_APPLY));

    assertThat(started(selection)).containsExactly("a1");
  }

  @Test
  void f10JudgesEachGroupByItsOwnMembers() {
    Strategy strategy = Strategy.of(PROGRESSIVE_PER_GROUP).withProgressDeadline(TEN_MINUTES);
    List<ClusterGroup> fleet =
        List.of(group(DEV, "a1"), group(STAGE, "b1", "b2"), group(PROD, "c1"));

    // b2 has just joined the group whose turn it is.
    SelectionResult selection =
        select(strategy, fleet, 1, known("a1", SUCCEEDED), known("b1", PROGRESSING, 0));

    assertThat(rollout(selection)).containsExactly("b1=Progressing", "b2=ToApply");
  }

  @Test
  void f11FinishesGroupsThatHaveBegunBeforeItOpensApprovedOnes() {
    List<ClusterGroup> fleet =
        List.of(group(DEV, "a1"), group(STAGE, "b1", "b2"), closed(PROD, "c1"));
    Strategy strategy = Strategy.of(MANUAL_PER_GROUP);

    SelectionResult selection = select(strategy, fleet, 0, known("b1", SUCCEEDED));
    assertThat(started(selection)).containsExactly("b2");

    selection = select(strategy, fleet, 0, known("b1", SUCCEEDED), known("b2", SUCCEEDED));
    assertThat(started(selection)).containsExactly("a1");
  }

  @Test
  void f11LetsAGroupWithoutApprovalGoOnButStartNoCluster() {
    List<ClusterGroup> fleet = List.of(closed(DEV, "a1", "a2"), group(STAGE, "b1"));
    Strategy strategy = Strategy.of(MANUAL_PER_GROUP);

    SelectionResult selection = select(strategy, fleet, 0, known("a1", PROGRESSING));
    assertThat(rollout(selection)).containsExactly("a1=Progressing");

    selection = select(strategy, fleet, 0, known("a1", SUCCEEDED));
    assertThat(started(selection)).containsExactly("b1");
  }

  @Test
  void f11StartsNoClusterBehindAGroupWithMoreFailuresThanItTolerates() {
    List<ClusterGroup> fleet = List.of(group(DEV, "a1"), closed(STAGE, "b1", "b2"));
    Strategy strategy = Strategy.of(MANUAL_PER_GROUP);

    SelectionResult selection = select(strategy, fleet, 0, known("b1", TIME_OUT));
    assertThat(selection.breach()).isTrue();
    assertThat(selection.rollout()).isEmpty();

    strategy = strategy.withMaxFailures(Amount.count(1));
    assertThat(started(select(strategy, fleet, 0, known("b1", TIME_OUT)))).containsExactly("a1");
  }

  @Test
  void f12GivesTheTimeToTheNextChangeThatIsStillToCome() {
    Strategy strategy =
        Strategy.of(PROGRESSIVE)
            .withMinSuccessTime(Duration.ofMinutes(2))
            .withProgressDeadline(TEN_MINUTES)
            .withMaxFailures(Amount.count(1));

    SelectionResult selection =
        select(
            strategy,
            List.of(group(ONLY, "c1", "c2", "c3")),
            10,
            known("c1", PROGRESSING, 0),
            known("c2", SUCCEEDED, 9),
            known("c3", PROGRESSING, 8));

    assertThat(selection.recheckAfter()).contains(Duration.ofMinutes(1));
  }

  @Test
  void f13NamesEveryScopeOverItsToleranceAlsoBehindTheWalk() {
    Strategy strategy =
        Strategy.of(PROGRESSIVE_PER_GROUP)
            .withMaxFailures(Amount.count(1))
            .withMandatory(GroupSelector.named("prod"));
    List<ClusterGroup> fleet =
        List.of(group(DEV, "a1"), group(STAGE, "b1", "b2"), group(PROD, "c1", "c2"));

    SelectionResult selection =
        select(
            strategy,
            fleet,
            0,
            known("b1", TIME_OUT),
            known("b2", TIME_OUT),
            known("c1", SUCCEEDED),
            known("c2", SUCCEEDED));
    assertThat(selection.breach()).isFalse();
    assertThat(selection.overTolerance()).containsExactly(new Excess(Optional.of(STAGE), 2, 1));

    selection =
        select(
            Strategy.of(PROGRESSIVE).withMandatory(GroupSelector.named("prod")),
            fleet,
            0,
            known("c1", TIME_OUT));
    assertThat(selection.overTolerance())
        .containsExactly(new Excess(Optional.of(PROD), 1, 0), new Excess(Optional.empty(), 1, 0));
  }

  @Test
  void f14ListsThoseInFlightByNameAndThenTheNewOnesWithoutAnInstant() {
    SelectionResult selection =
        select(
            Strategy.of(PROGRESSIVE_PER_GROUP),
            List.of(group(DEV, "c3", "c2", "c10", "c1")),
            0,
            known("c3", PROGRESSING),
            known("c2", PROGRESSING),
            known("c1", TO_APPLY, 0));

    assertThat(rollout(selection))
        .containsExactly("c2=Progressing", "c3=Progressing", "c1=ToApply", "c10=ToApply");
    assertThat(selection.rollout().get(2).since()).isEmpty();
    assertThat(selection.rollout().get(2).group()).isEqualTo(DEV);
  }

  @Test
  void f14ListsThoseThatTimedOutAndThoseRemovedByName() {
    Strategy strategy =
        Strategy.of(PROGRESSIVE_PER_GROUP)
            .withProgressDeadline(TEN_MINUTES)
            .withMaxFailures(Amount.count(9));

    SelectionResult selection =
        select(
            strategy,
            List.of(group(STAGE, "c2", "c1"), group(DEV, "c3", "c10")),
            10,
            known("z2", PROGRESSING, 0),
            known("c3", PROGRESSING, 0),
            known("c2", PROGRESSING, 0),
            known("c10", PROGRESSING, 0),
            known("c1", PROGRESSING, 0),
            known("z10", SUCCEEDED, 0));

    assertThat(names(selection.timedOut())).containsExactly("c1", "c10", "c2", "c3");
    assertThat(names(selection.removed())).containsExactly("z10", "z2");
  }

  @Test
  void aClusterKnownTwiceIsABug() {
    assertThatThrownBy(
            () ->
                select(
                    Strategy.all(),
                    List.of(group(ONLY, "c1")),
                    0,
                    known("c1", SUCCEEDED),
                    known("c1", FAILED)))
        .hasMessage("Cannot select clusters: c1 is known twice. Give one entry per cluster.");
  }
}
