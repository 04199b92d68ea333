package io.sluice.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.PlannerFixture;
import io.sluice.policy.BindingName;
import io.sluice.rollout.Intent;
import io.sluice.rollout.RootView;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compares the wait message with rollout-strategy 5, to the letter. */
class WaitMessageTest {
  private static void waitsFor(PlannerFixture scene, String sentence) {
    assertThat(scene.settle().progress().waitingFor()).isEqualTo(sentence);
  }

  private static void pending(PlannerFixture scene, String sentence, boolean noCluster) {
    waitsFor(scene, sentence);
    assertThat(scene.progress().noCluster()).isEqualTo(noCluster);
    assertThat(scene.progress().waitSummary())
        .isEqualTo(noCluster ? "clusters" : "settings or placements in order");
  }

  private static PlannerFixture stage(Strategy strategy) {
    PlannerFixture scene = new PlannerFixture(strategy).group("stage", "s1", "s2", "s3").settle();
    return scene.positive("s3").settle();
  }

  @Test
  void progressingNamesTheClustersAndTheNextDeadline() {
    waitsFor(
        stage(PlannerFixture.perGroup()),
        "Waiting for 2 of 3 clusters in group stage to become compliant: s1, s2."
            + " The next deadline is 10:10:00Z.");
  }

  @Test
  void aTemplateBecomesHealthyWhereAPolicyBecomesCompliant() {
    waitsFor(
        new PlannerFixture(
                PlannerFixture.spec(
                    BindingName.of("shop", "web-deployment", "sluice-system"),
                    PlannerFixture.perGroup()))
            .group("canary", "m2"),
        "Waiting for 1 of 1 cluster in group canary to become healthy: m2."
            + " The next deadline is 10:10:00Z.");
  }

  @Test
  void progressingWithoutADeadlineSaysThatThereIsNone() {
    waitsFor(
        stage(Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP)),
        "Waiting for 2 of 3 clusters in group stage to become compliant: s1, s2."
            + " No deadline is set, so this waits until they report.");
  }

  @Test
  void clustersThatReportWithAWrongClockAreNamed() {
    PlannerFixture scene = stage(PlannerFixture.perGroup());
    waitsFor(
        scene.report(scene.predated("s2")),
        "Waiting for 2 of 3 clusters in group stage to become compliant: s1, s2."
            + " The next deadline is 10:10:00Z."
            + " Reports are dated before the dispatch: check the clock of cluster s2.");
    waitsFor(
        scene.report(scene.predated("s1")),
        "Waiting for 2 of 3 clusters in group stage to become compliant: s1, s2."
            + " The next deadline is 10:10:00Z."
            + " Reports are dated before the dispatch: check the clocks of clusters s1, s2.");
    waitsFor(scene.positive("s1", "s2"), "Soaking 3 clusters in group stage until 10:00:10Z.");
  }

  /** A ticket is used within a moment, unless OCM's propagator is away. */
  @Test
  void behindTheGateClustersThatThePropagatorDoesNotWriteAreNamed() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).keeping(4).hubIsSlow().step();
    String waits =
        "Waiting for 2 of 2 clusters in group dev to become compliant: d1, d2. Their deadlines run"
            + " from the hub's acknowledgement.";
    waitsFor(scene, waits);
    waitsFor(
        scene.minutes(1),
        waits
            + " OCM's propagator has not written 2 clusters yet: d1, d2. Look at the propagator.");
  }

  @Test
  void atMostFiveClustersAreNamed() {
    waitsFor(
        new PlannerFixture(PlannerFixture.perGroup())
            .group("dev", "a", "b", "c", "d", "e", "f", "g"),
        "Waiting for 7 of 7 clusters in group dev to become compliant: a, b, c, d, e and 2 more."
            + " The next deadline is 10:10:00Z.");
  }

  @Test
  void acrossManyGroupsAtMostFiveClustersAndTheDeadlineAreNamed() {
    PlannerFixture scene =
        new PlannerFixture(
            Strategy.of(StrategyType.ALL).withProgressDeadline(Duration.ofMinutes(10)));
    for (int i = 1; i <= 9; i++) {
      scene.group("g" + i, "a" + i, "b" + i);
    }
    waitsFor(
        scene,
        "Waiting for 2 of 2 clusters in group g1 to become compliant: a1, b1;"
            + " 2 of 2 clusters in group g2 to become compliant: a2, b2;"
            + " 2 of 2 clusters in group g3 to become compliant: a3 and 1 more;"
            + " 2 of 2 clusters in group g4 to become compliant;"
            + " 2 of 2 clusters in group g5 to become compliant;"
            + " and 4 more groups. The next deadline is 10:10:00Z.");
  }

  @Test
  void anUngroupedClusterIsNamedByItsIndex() {
    waitsFor(
        new PlannerFixture(PlannerFixture.perGroup()).group("", "a"),
        "Waiting for 1 of 1 cluster in group ungrouped-0 to become compliant: a."
            + " The next deadline is 10:10:00Z.");
  }

  @Test
  void aDeadlineOnAnotherDayShowsItsDate() {
    waitsFor(
        new PlannerFixture(PlannerFixture.perGroup().withProgressDeadline(Duration.ofHours(20)))
            .group("dev", "a"),
        "Waiting for 1 of 1 cluster in group dev to become compliant: a."
            + " The next deadline is 2026-01-02T06:00:00Z.");
  }

  @Test
  void soakingNamesTheGroupAndTheEnd() {
    PlannerFixture scene =
        new PlannerFixture(PlannerFixture.perGroup().withMinSuccessTime(Duration.ofMinutes(20)))
            .group("dev", "d1", "d2", "d3")
            .settle();
    waitsFor(scene.positive("d1", "d2", "d3"), "Soaking 3 clusters in group dev until 10:20:00Z.");
  }

  @Test
  void approvalNamesTheGroupAndTheSetting() {
    waitsFor(
        new PlannerFixture(PlannerFixture.manual()).group("south", "a", "b", "c", "d"),
        "Waiting for approval of group south (4 clusters)."
            + " Set rolloutApproved to true for it in spec.approvals.");
  }

  @Test
  void approvalOfTheUngroupedClustersNamesTheirSetting() {
    waitsFor(
        new PlannerFixture(PlannerFixture.manual()).group("", "a"),
        "Waiting for approval of group ungrouped-0 (1 cluster)."
            + " Set rolloutApproved to true for _ungrouped in spec.approvals.");
  }

  @Test
  void aClosedGateNamesBothVersions() {
    Intent gated =
        new Intent(
            List.of(new Intent.GroupApproval("south", true)), false, Optional.of("6"), false);
    RootView root =
        new RootView(PlannerFixture.VERSION, false, false, true, "strategy", Optional.of("7"));
    waitsFor(
        new PlannerFixture(PlannerFixture.manual())
            .group("south", "a")
            .intent(gated)
            .root(Optional.of(root)),
        "Group south is approved for version 6, but the policy is version 7."
            + " Set spec.approvalsForVersion to 7.");
  }

  @Test
  void aPauseNamesHowToResume() {
    waitsFor(
        PlannerFixture.three(PlannerFixture.perGroup()).paused(true),
        "Paused. Set spec.paused to false, or resume.");
  }

  @Test
  void aPauseNamesWhoPaused() {
    waitsFor(
        PlannerFixture.three(PlannerFixture.perGroup())
            .intent(
                new Intent(
                    List.of(),
                    false,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    true,
                    1,
                    Optional.empty(),
                    List.of(),
                    Optional.of("sluice:ann"))),
        "Paused by ann. Set spec.paused to false, or resume.");
  }

  @Test
  void aPauseDoesNotHideThatTheSettingsAreRefused() {
    PlannerFixture scene = PlannerFixture.three(PlannerFixture.perGroup()).paused(true);
    waitsFor(
        scene.settingsRefused("Cannot roll out policy retail/tls: its strategy is dropped."),
        "Paused. Set spec.paused to false, or resume."
            + " Cannot roll out policy retail/tls: its strategy is dropped.");
    waitsFor(scene.settingsAccepted(), "Paused. Set spec.paused to false, or resume.");
  }

  @Test
  void pendingGivesTheReason() {
    pending(new PlannerFixture(PlannerFixture.perGroup()), "No cluster is selected.", true);
    pending(
        PlannerFixture.three(PlannerFixture.perGroup())
            .incoherent("Waiting for placement p to publish all its decisions."),
        "Waiting for placement p to publish all its decisions.",
        false);
    pending(
        PlannerFixture.three(PlannerFixture.perGroup())
            .settingsRefused("Cannot roll out policy a/b: no."),
        "Cannot roll out policy a/b: no.",
        false);
  }

  @Test
  void haltedNamesTheGroupItsFailuresAndTheNextAction() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup().withMaxFailures(Amount.count(1))).settle();
    scene.positive("d1", "d2").settle().after(PlannerFixture.FLOOR).negative("s1").settle();
    waitsFor(
        scene.negative("s1").settle().minutes(10),
        "Halted: 2 clusters of group stage failed, 1 is tolerated: s1 Failed, s2 TimeOut."
            + " Change the policy, or set spec.retryRollout.rolloutUID to u1.");
  }

  @Test
  void haltedUnderProgressiveCountsTheFleet() {
    PlannerFixture scene =
        new PlannerFixture(
                Strategy.of(StrategyType.PROGRESSIVE).withProgressDeadline(Duration.ofMinutes(10)))
            .group("", "a", "b")
            .group("dev", "c", "d")
            .settle()
            .positive("b", "c", "d")
            .settle()
            .minutes(9)
            .group("dev", "c", "d", "e")
            .settle();
    waitsFor(
        scene.minutes(1),
        "Halted: 1 cluster failed, 0 are tolerated: a TimeOut."
            + " Change the policy, or set spec.retryRollout.rolloutUID to u1.");
  }

  @Test
  void haltedKeepsTheReasonAfterTheFailedClusterLeft() {
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).settle().positive("d1").settle();
    scene.minutes(10).settle().group("dev", "d1").left("d2");
    waitsFor(
        scene,
        "Halted: 1 failed > 0 tolerated in group dev."
            + " Change the policy, or set spec.retryRollout.rolloutUID to u1.");
  }

  @Test
  void aRejectedWriteIsWaitedFor() {
    waitsFor(
        new PlannerFixture(PlannerFixture.perGroup()).group("dev", "a").refusing("a"),
        "Waiting for 1 of 1 cluster in group dev to become compliant: a."
            + " The next deadline is 10:10:00Z.");
  }
}
