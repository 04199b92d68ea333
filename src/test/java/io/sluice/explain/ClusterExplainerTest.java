package io.sluice.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.PlannerFixture;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Report;
import io.sluice.rollout.Wording;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterExplainerTest {
  private static List<String> lines(PlannerFixture scene, ClusterExplainer explainer) {
    ClusterCourse found = explainer.explanation(scene.now()).orElseThrow();
    List<String> lines = new ArrayList<>();
    found
        .course()
        .forEach(
            fact ->
                lines.add(
                    "%s  %s"
                        .formatted(
                            Wording.at(fact.at(), scene.now()), fact.sentence(scene.now()))));
    found
        .present()
        .ifPresent(
            now -> {
              now.waitsFor().ifPresent(what -> lines.add("waits for " + what));
              lines.add(now.next());
            });
    return lines;
  }

  @Test
  void itTellsWhyTheTurnOfAClusterCameWhenItCameAndOnWhatEvidenceItSucceeded() {
    ClusterExplainer explainer = new ClusterExplainer("s1");
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup().withMinSuccessTime(Duration.ofMinutes(2)))
            .listener(explainer::follow)
            .settle();
    scene.minutes(1).positive("d1", "d2").step();
    scene.minutes(2).settle();
    scene.minutes(1).negative("s1", "s2").step();
    scene.minutes(1).positive("s1").step();
    scene.minutes(2).settle();

    assertThat(lines(scene, explainer))
        .containsExactly(
            "10:00:00Z  It is cluster 1 of 2 by name in group stage, which is group 2 of 3 in"
                + " order.",
            "10:00:00Z  Until 10:03:00Z it waits for group dev, which has 2 soaking until 10:03:00Z"
                + " of 2 clusters.",
            "10:03:00Z  Its turn comes: group dev is finished, stage is next.",
            "10:03:00Z  The hub takes the write of the version.",
            "10:03:00Z  Its deadline is 10:13:00Z.",
            "10:04:00Z  It reports that it does not comply.",
            "10:05:00Z  It reports that it is compliant (confirmed).",
            "10:05:00Z  Its soak of 2m begins, until 10:07:00Z.",
            "10:07:00Z  It succeeds for good.",
            "It keeps this version; nothing more happens to it.");
  }

  @Test
  void itTellsWhatAClusterWaitsForThatHasNotStarted() {
    ClusterExplainer explainer = new ClusterExplainer("p1");
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.manual()).listener(explainer::follow).settle();
    assertThat(lines(scene, explainer))
        .last(org.assertj.core.api.InstanceOfAssertFactories.STRING)
        .isEqualTo("It starts when its turn comes.");
    assertThat(lines(scene, explainer)).contains("waits for approval of group prod");

    scene.approve("dev", "prod").settle();

    assertThat(lines(scene, explainer))
        .contains("waits for group dev, which has 2 progressing of 2 clusters");
  }

  @Test
  void behindTheGateItTellsWhatAClusterKeepsAndWhoWritesIt() {
    ClusterExplainer explainer = new ClusterExplainer("p1");
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.manual())
            .keeping(4)
            .listener(explainer::follow)
            .settle();
    assertThat(lines(scene, explainer))
        .contains("The gate holds it: it keeps generation 4, enforced, until its turn comes.");

    scene.hubIsSlow().approve("prod").step();
    assertThat(lines(scene, explainer))
        .contains(
            "waits for OCM's propagator to write it, which its ticket lets through",
            "Its ticket stays until it is used; a pause or an abort takes it back.");

    scene.notTried("p1").step();
    assertThat(lines(scene, explainer))
        .contains(
            "10:00:00Z  OCM's propagator has not written it yet, and its ticket waits.",
            "10:00:00Z  Its ticket stays, and is waited for again; only one that is gone is given anew.")
        .noneMatch(line -> line.contains("asked for again"));

    scene.ack(Ack.written("p1", PlannerFixture.START, PlannerFixture.NUMBER)).settle();
    assertThat(lines(scene, explainer))
        .contains("10:00:00Z  OCM's propagator has written the version.");
  }

  @Test
  void aWindowIsExplainedByItsPlacesAndByTheClustersBefore() {
    ClusterExplainer explainer = new ClusterExplainer("c5");
    PlannerFixture scene =
        new PlannerFixture(
                Strategy.of(StrategyType.PROGRESSIVE).withMaxConcurrency(Amount.count(2)))
            .group("all", "c1", "c2", "c3", "c4", "c5")
            .listener(explainer::follow)
            .settle();

    assertThat(lines(scene, explainer))
        .contains(
            "waits for a free place: 2 of maxConcurrency 2 are in flight, 2 clusters not started"
                + " yet are before it by name");
  }

  @Test
  void aPauseAndAHaltAreWhatOthersWaitFor() {
    ClusterExplainer explainer = new ClusterExplainer("p1");
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).listener(explainer::follow).settle();

    scene.paused(true).step();
    assertThat(lines(scene, explainer))
        .contains("waits for the end of the pause. Paused. Set spec.paused to false, or resume");

    scene.paused(false).negative("d1", "d2").minutes(11).settle();
    assertThat(lines(scene, explainer))
        .contains(
            "10:11:00Z  The attempt's outcome is Failed: 2 failed > 0 tolerated in group dev.",
            "waits for another attempt: this one ended as Failed: 2 failed > 0 tolerated in group"
                + " dev",
            "It does not start in this attempt.");
  }

  @Test
  void aRefusedWriteAndADeadlineAreNamed() {
    ClusterExplainer explainer = new ClusterExplainer("d1");
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup())
            .refusing("d1")
            .listener(explainer::follow)
            .settle();

    assertThat(lines(scene, explainer))
        .anyMatch(line -> line.startsWith("10:00:00Z  The hub refuses to write the version: "))
        .anyMatch(
            line -> line.startsWith("waits for the hub to take the write, which it refuses: "))
        .contains("The write is asked for again, until its deadline at 10:10:00Z.");
  }

  @Test
  void weakEvidenceAnotherDispatchAndAGoneReplicaAreNamed() {
    ClusterExplainer explainer = new ClusterExplainer("d1");
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).listener(explainer::follow).settle();
    String hash = PlannerFixture.VERSION.contentHash();

    scene.after(Duration.ofSeconds(5));
    scene
        .report(
            new Report("d1", 6, hash, Verdict.POSITIVE, false, false, scene.now().toEpochMilli()))
        .report(
            new Report(
                "d1",
                PlannerFixture.NUMBER,
                hash,
                Verdict.POSITIVE,
                true,
                false,
                scene.now().toEpochMilli()))
        .step();
    scene.after(Duration.ofSeconds(5)).gone("d1").settle();

    assertThat(lines(scene, explainer))
        .contains(
            "10:00:05Z  It reports that it is compliant (confirmed, on the dispatch of attempt 6).",
            "10:00:05Z  It reports that it is compliant (weak evidence).",
            "10:00:10Z  Its replica is gone.");
  }

  /** As beside OCM's propagator, which makes a replica enforce a moment after its turn. */
  @Test
  void whatIsReportedOnOtherContentIsNoSuccess() {
    ClusterExplainer explainer = new ClusterExplainer("d1");
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup()).listener(explainer::follow).settle();

    scene
        .after(Duration.ofSeconds(5))
        .report(
            new Report(
                "d1",
                PlannerFixture.NUMBER,
                "not-enforced-1",
                Verdict.POSITIVE,
                false,
                false,
                scene.now().toEpochMilli()))
        .step();

    assertThat(lines(scene, explainer))
        .contains(
            "10:00:05Z  It reports on other content than this version, which proves nothing.");
  }

  @Test
  void ofAPolicyThatOnlyInformsNoClusterIsCalledCompliant() {
    ClusterExplainer explainer = new ClusterExplainer("d1");
    PlannerFixture scene =
        new PlannerFixture(
                PlannerFixture.spec(PlannerFixture.perGroup()).in(PendingMode.KEEP_PREVIOUS, true))
            .group("dev", "d1", "d2")
            .listener(explainer::follow)
            .settle();

    scene.after(Duration.ofSeconds(5)).positive("d1").step();

    assertThat(lines(scene, explainer))
        .contains("10:00:05Z  It has reported on this version, which only informs (confirmed).");
  }

  @Test
  void aClusterThatNoStepHadIsNotExplained() {
    ClusterExplainer explainer = new ClusterExplainer("p11");
    PlannerFixture.three(PlannerFixture.perGroup()).listener(explainer::follow).settle();

    assertThat(explainer.explanation(PlannerFixture.START)).isEmpty();
    assertThat(explainer.names()).containsExactlyInAnyOrder("d1", "d2", "s1", "s2", "p1", "p2");
  }
}
