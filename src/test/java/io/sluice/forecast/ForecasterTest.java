package io.sluice.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sluice.PayloadJson;
import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.ApprovalRuleFixture;
import io.sluice.approval.RuledApprovals;
import io.sluice.plan.PlannerFixture;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Rules;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ForecasterTest {
  private static final Duration SOAK = Duration.ofMinutes(2);
  private static final ClusterAnswer VIOLATES = ClusterAnswer.failure(Duration.ofMinutes(1));

  private static Forecast forecast(PlannerFixture rollout, FleetProfile profile) {
    return Forecaster.of(Rules.CURRENT, rollout.state(), rollout.view(), profile, rollout.now());
  }

  private static PlannerFixture three(Strategy strategy) {
    return PlannerFixture.three(strategy.withMinSuccessTime(SOAK));
  }

  private static FleetProfile afterThreeMinutes() {
    return ProfileFixture.reportingAfterMinutes(3);
  }

  /** One line for each wave, with what came before it, and one for the end. */
  private static List<String> lines(Forecast forecast) {
    List<String> lines = new ArrayList<>();
    for (Wave wave : forecast.waves()) {
      lines.add(
          "%s %s %s%s"
              .formatted(
                  Duration.between(forecast.from(), wave.at()),
                  wave.group(),
                  String.join(" ", wave.clusters()),
                  waits(wave.after())));
    }
    CourseEnd end = forecast.end();
    lines.add(
        "%s %s%s"
            .formatted(
                Duration.between(forecast.from(), end.at()),
                end.outcome().map(Object::toString).orElse(end.phase().label()),
                waits(end.after())));
    return lines;
  }

  private static String waits(List<WaitTime> waits) {
    List<String> texts =
        waits.stream().map(wait -> "%s %s".formatted(wait.what(), wait.time())).toList();
    return texts.isEmpty() ? "" : ": " + String.join(", ", texts);
  }

  @Test
  void eachGroupStartsWhenTheOneBeforeHasSoaked() {
    Forecast forecast = forecast(three(PlannerFixture.perGroup()), afterThreeMinutes());
    assertThat(lines(forecast))
        .containsExactly(
            "PT0S dev d1 d2",
            "PT5M stage s1 s2: compliance of dev PT3M, soak of dev PT2M",
            "PT10M prod p1 p2: compliance of stage PT3M, soak of stage PT2M",
            "PT15M Succeeded: compliance of prod PT3M, soak of prod PT2M");
    assertThat(forecast.waves().get(1).because()).isEqualTo("group dev is finished, stage is next");
    assertThat(forecast.halt()).isEmpty();
  }

  @Test
  void theLeastTimeConsistsOfSoaksAlone() {
    Forecast forecast = forecast(three(PlannerFixture.perGroup()), FleetProfile.LEAST);
    assertThat(forecast.time()).isEqualTo(SOAK.multipliedBy(3));
  }

  @Test
  void aViolationHaltsItAtTheDeadline() {
    Forecast forecast =
        forecast(
            three(PlannerFixture.perGroup()),
            ProfileFixture.reportingAfterMinutes(3).with("s2", VIOLATES));
    assertThat(lines(forecast))
        .containsExactly(
            "PT0S dev d1 d2",
            "PT5M stage s1 s2: compliance of dev PT3M, soak of dev PT2M",
            "PT15M Failed: compliance of stage PT5M, deadline of stage PT5M");
    assertThat(forecast.halt().orElseThrow().because())
        .isEqualTo("1 failed > 0 tolerated in group stage");
    assertThat(forecast.failures())
        .containsExactly(
            new Forecast.FailedCluster(
                PlannerFixture.START.plus(Duration.ofMinutes(15)), "s2", "stage", "Failed"));
    assertThat(forecast.end().phase()).isEqualTo(Phase.HALTED);
  }

  @Test
  void aToleratedOfflineClusterCostsItsDeadline() {
    Forecast forecast =
        forecast(
            three(PlannerFixture.perGroup().withMaxFailures(Amount.count(1))),
            ProfileFixture.reportingAfterMinutes(3).with("d2", ClusterAnswer.OFFLINE));
    assertThat(lines(forecast).get(1))
        .isEqualTo("PT10M stage s1 s2: compliance of dev PT5M, deadline of dev PT5M");
    assertThat(forecast.end().outcome()).contains(Outcome.SUCCEEDED);
    assertThat(forecast.time()).isEqualTo(Duration.ofMinutes(20));
  }

  @Test
  void withoutADeadlineItStandsStillForAnOfflineCluster() {
    Forecast forecast =
        forecast(
            three(Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)),
            ProfileFixture.reportingAfterMinutes(3).with("d2", ClusterAnswer.OFFLINE));
    assertThat(forecast.end().kind()).isEqualTo(CourseEnd.Kind.STANDS_STILL);
    assertThat(forecast.end().outcome()).isEmpty();
    assertThat(forecast.end().waitingFor()).contains("d2").contains("No deadline is set");
  }

  @Test
  void approvalsAreCountedSeparately() {
    Forecast forecast =
        forecast(
            three(PlannerFixture.manual()),
            ProfileFixture.reportingAfterMinutes(3)
                .approving("stage", new ApprovalAnswer.AfterAsked(Duration.ofMinutes(30)))
                .approving("prod", new ApprovalAnswer.AfterAsked(Duration.ofHours(2))));
    assertThat(lines(forecast))
        .containsExactly(
            "PT0S dev d1 d2: approval of dev, stage, prod PT0S",
            "PT35M stage s1 s2: compliance of dev PT3M, soak of dev PT2M, approval of stage, prod"
                + " PT30M",
            "PT2H40M prod p1 p2: compliance of stage PT3M, soak of stage PT2M, approval of prod"
                + " PT2H",
            "PT2H45M Succeeded: compliance of prod PT3M, soak of prod PT2M");
    assertThat(forecast.approvalTime()).isEqualTo(Duration.ofMinutes(150));
    assertThat(forecast.timeWithoutApprovals()).isEqualTo(Duration.ofMinutes(15));
    assertThat(forecast.approvals())
        .extracting(Forecast.GivenApproval::group)
        .containsExactly("dev", "stage", "prod");
  }

  @Test
  void anApprovalThatNeverComesIsWhereItStandsStill() {
    Forecast forecast =
        forecast(
            three(PlannerFixture.manual()),
            ProfileFixture.reportingAfterMinutes(3).approving("prod", ApprovalAnswer.NEVER));
    assertThat(forecast.end().kind()).isEqualTo(CourseEnd.Kind.STANDS_STILL);
    assertThat(forecast.end().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(forecast.end().waitingFor()).startsWith("Waiting for approval of group prod");
    assertThat(forecast.time()).isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void aGroupApprovedBeforeItsTurnGoesOutOfOrder() {
    Forecast forecast =
        forecast(
            three(PlannerFixture.manual()),
            ProfileFixture.reportingAfterMinutes(3)
                .approving("dev", new ApprovalAnswer.AfterStart(Duration.ofHours(1)))
                .approving("prod", ApprovalAnswer.NEVER));
    assertThat(forecast.waves()).extracting(Wave::group).containsExactly("stage", "dev");
    assertThat(forecast.waves().get(1).at())
        .isEqualTo(PlannerFixture.START.plus(Duration.ofHours(1)));
  }

  @Test
  void aQuorumIsOneApprovalOfTheProfileAndCountsFromWhenTheRuleSays() {
    ApprovalRuleFixture rule = ApprovalRuleFixture.requiring(2).of("prod");
    Instant opens = PlannerFixture.START.plus(Duration.ofHours(3));
    Forecast forecast =
        forecast(
            three(PlannerFixture.perGroup())
                .ruled(
                    new RuledApprovals(
                        List.of(rule.notBefore(opens).expiringAfter(Duration.ofHours(1)).rule()),
                        List.of(),
                        Optional.empty())),
            ProfileFixture.reportingAfterMinutes(3)
                .approving("prod", new ApprovalAnswer.AfterAsked(Duration.ofHours(1))));
    assertThat(forecast.approvals())
        .singleElement()
        .satisfies(given -> assertThat(given.group()).isEqualTo("prod"));
    assertThat(forecast.waves()).extracting(Wave::group).containsExactly("dev", "stage", "prod");
    assertThat(forecast.waves().get(2).at()).isEqualTo(opens);
  }

  @Test
  void aQuorumThatIsThereNeedsNobodyAndAPartOfItDoes() {
    ApprovalRuleFixture rule = ApprovalRuleFixture.requiring(2).of("prod");
    List<ApprovalRecord> both =
        List.of(
            ApprovalRuleFixture.record("prod", "ann", PlannerFixture.VERSION.contentHash()),
            ApprovalRuleFixture.record("prod", "bob", PlannerFixture.VERSION.contentHash()));
    for (int given = 1; given <= 2; given++) {
      Forecast forecast =
          forecast(
              new PlannerFixture(Strategy.of(StrategyType.PROGRESSIVE))
                  .group("prod", "p1")
                  .after(Duration.between(PlannerFixture.START, ApprovalRuleFixture.GIVEN))
                  .ruled(
                      new RuledApprovals(
                          List.of(rule.rule()), both.subList(0, given), Optional.empty())),
              ProfileFixture.reportingAfterMinutes(3).approving("prod", ApprovalAnswer.NEVER));
      assertThat(forecast.waves()).hasSize(given - 1);
    }
  }

  @Test
  void aFreedSlotIsTakenAtOnce() {
    Forecast forecast =
        forecast(
            three(
                Strategy.of(StrategyType.PROGRESSIVE)
                    .withMaxConcurrency(Amount.count(2))
                    .withMandatory(GroupSelector.named("prod"))),
            ProfileFixture.reportingAfterMinutes(3)
                .with("d1", ClusterAnswer.success(Duration.ofMinutes(8))));
    assertThat(lines(forecast))
        .containsExactly(
            "PT0S prod p1 p2",
            "PT5M dev d1 d2: compliance of prod PT3M, soak of prod PT2M",
            "PT10M stage s1: compliance of dev PT5M",
            "PT15M stage s2: compliance of dev, stage PT3M, soak of dev, stage PT2M",
            "PT20M Succeeded: compliance of stage PT3M, soak of stage PT2M");
  }

  @Test
  void aRunningAttemptGoesOnFromWhereItStands() {
    PlannerFixture rollout = three(PlannerFixture.perGroup()).settle().minutes(3);
    rollout.positive("d1").settle().minutes(1);
    assertThat(lines(forecast(rollout, afterThreeMinutes())))
        .containsExactly(
            "PT2M stage s1 s2: soak of dev PT2M",
            "PT7M prod p1 p2: compliance of stage PT3M, soak of stage PT2M",
            "PT12M Succeeded: compliance of prod PT3M, soak of prod PT2M");
  }

  @Test
  void aPauseIsWhereItStandsStill() {
    Forecast forecast = forecast(three(PlannerFixture.perGroup()).paused(true), FleetProfile.LEAST);
    assertThat(forecast.end().phase()).isEqualTo(Phase.PAUSED);
    assertThat(forecast.waves()).isEmpty();
  }

  @Test
  void refusedSettingsStartNoCluster() {
    Forecast forecast =
        forecast(three(PlannerFixture.perGroup()).settingsRefused("Cannot."), FleetProfile.LEAST);
    assertThat(forecast.end().phase()).isEqualTo(Phase.PENDING);
    assertThat(forecast.end().waitingFor()).isEqualTo("Cannot.");
  }

  @Test
  void allAtOnceIsOneWaveWithoutASoak() {
    Forecast forecast = forecast(three(Strategy.all()), afterThreeMinutes());
    assertThat(lines(forecast))
        .containsExactly(
            "PT0S dev d1 d2",
            "PT0S stage s1 s2",
            "PT0S prod p1 p2",
            "PT3M Succeeded: compliance of dev, stage, prod PT3M");
  }

  @Test
  void aBriefForecastCountsWhatItLeavesOut() {
    Forecast brief = forecast(three(PlannerFixture.perGroup()), afterThreeMinutes()).brief(2, 1);
    assertThat(brief.waves()).hasSize(2);
    assertThat(brief.wavesOmitted()).isEqualTo(1);
    assertThat(brief.waves().get(0).number()).isEqualTo(2);
    assertThat(brief.waves().get(0).clusters()).containsExactly("d1");
  }

  @Test
  void aForecastSurvivesJson() {
    for (String failing : List.of("s2", "none")) {
      Forecast forecast =
          forecast(
              three(PlannerFixture.perGroup()),
              ProfileFixture.reportingAfterMinutes(3).with(failing, VIOLATES));
      assertThat(PayloadJson.again(forecast, Forecast.class)).isEqualTo(forecast);
    }
  }

  @Test
  void tenThousandClustersAreAHundredWaves() {
    Strategy strategy = PlannerFixture.perGroup().withMaxFailures(Amount.percent(10));
    Forecast forecast = forecast(fleet(strategy, 100), afterThreeMinutes());
    assertThat(forecast.waves()).hasSize(100);
    assertThat(forecast.end().outcome()).contains(Outcome.SUCCEEDED);
  }

  @Test
  void aCourseClusterByClusterLeavesMostOfTheFleetOutOfItsSteps() {
    Strategy strategy = Strategy.of(StrategyType.PROGRESSIVE).withMaxConcurrency(Amount.count(1));
    AtomicReference<Forecast> whole = new AtomicReference<>();
    AtomicReference<Forecast> reduced = new AtomicReference<>();
    long bytesWhole = allocated(() -> whole.set(wholeSteps(fleet(strategy, 10))));
    long bytes = allocated(() -> reduced.set(forecast(fleet(strategy, 10), afterThreeMinutes())));
    assertThat(reduced.get()).isEqualTo(whole.get());
    assertThat(bytes).as("bytes allocated").isLessThan(bytesWhole * 6 / 10);
  }

  private static Forecast wholeSteps(PlannerFixture world) {
    return Forecaster.of(
        Rules.CURRENT,
        world.state(),
        world.view(),
        afterThreeMinutes(),
        world.now(),
        Integer.MAX_VALUE,
        Integer.MAX_VALUE);
  }

  /** Measures work in what no other process changes. */
  private static long allocated(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  /** A budget of processor time, which is longer where others use the same cores and caches. */
  @Tag("budget")
  @Test
  void tenThousandClustersOneByOneTakeSecondsAtMost() {
    Strategy strategy = Strategy.of(StrategyType.PROGRESSIVE).withMaxConcurrency(Amount.count(1));
    PlannerFixture world = fleet(strategy, 100);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long begin = threads.getCurrentThreadCpuTime();
    Forecast forecast = forecast(world, afterThreeMinutes());
    Duration taken = Duration.ofNanos(threads.getCurrentThreadCpuTime() - begin);
    assertThat(forecast.waves()).hasSize(10_000);
    assertThat(forecast.end().outcome()).contains(Outcome.SUCCEEDED);
    // Without leaving clusters out it is more than half a minute.
    assertThat(taken).isLessThan(Duration.ofSeconds(10));
  }

  private static PlannerFixture fleet(Strategy strategy, int groups) {
    PlannerFixture world = new PlannerFixture(strategy);
    for (int group = 0; group < groups; group++) {
      String[] clusters = new String[100];
      for (int i = 0; i < clusters.length; i++) {
        clusters[i] = "c%05d".formatted(100 * group + i);
      }
      world.group("group-%03d".formatted(group), clusters);
    }
    return world;
  }
}
