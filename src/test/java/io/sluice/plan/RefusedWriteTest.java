package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.Ack;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.RootView;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests how an attempt goes on when the hub refuses a write (rollout-strategy 3.4). */
class RefusedWriteTest {
  private final PlannerFixture scene =
      new PlannerFixture(PlannerFixture.perGroup())
          .group("dev", "d1")
          .group("stage", "s1")
          .refusing("d1")
          .settle();

  private PlannerFixture seconds(long seconds) {
    return scene.after(Duration.ofSeconds(seconds));
  }

  @Test
  void itIsAnExceptionAndStaysToApply() {
    ClusterIssue issue = scene.exception("d1").orElseThrow();
    assertThat(issue.reason()).isEqualTo(IssueReason.CANNOT_WRITE);
    assertThat(issue.status()).isEqualTo("ToApply");
    assertThat(issue.message()).isEqualTo("admission webhook said no");
    assertThat(issue.since()).isEqualTo(PlannerFixture.START);
  }

  @Test
  void itTakesItsSlot() {
    assertThat(scene.stage("s1")).isNull();
    assertThat(scene.progress().phase()).isEqualTo(Phase.PROGRESSING);
  }

  @Test
  void itIsTriedAgainAfterAWhileAndNotBefore() {
    assertThat(scene.last().wakeAt()).contains(PlannerFixture.START.plus(ClusterTracker.RETRY));
    seconds(9).settle();
    assertThat(scene.written()).containsExactly("d1");
    seconds(1).settle();
    assertThat(scene.written()).containsExactly("d1", "d1");
  }

  @Test
  void withoutADeadlineARefusedClusterDoesNotHoldTheEndOfAHaltedAttempt() {
    PlannerFixture halted =
        new PlannerFixture(Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP))
            .group("dev", "d1", "d2")
            .refusing("d2")
            .settle();
    halted.goOn(failed(halted.state(), "d1")).settle();
    assertThat(halted.progress().phase()).isEqualTo(Phase.HALTED);
    halted.after(ClusterTracker.RETRY).settle();
    assertThat(halted.close()).isPresent();
    assertThat(halted.exception("d2").orElseThrow().reason()).isEqualTo(IssueReason.CANNOT_WRITE);
  }

  private static AttemptState failed(AttemptState state, String cluster) {
    List<ClusterState> clusters =
        state.clusters().stream()
            .map(
                entry ->
                    entry.cluster().equals(cluster)
                        ? entry.to(Stage.FAILED, PlannerFixture.START)
                        : entry)
            .toList();
    return state.with(state.groups(), clusters, state.waiting());
  }

  @Test
  void aRefusedClusterHoldsNeitherANewVersionNorAnAbort() {
    RootView next =
        new RootView(
            new PolicyVersion("policy-uid", 3, "content-3"),
            false,
            false,
            true,
            "strategy",
            Optional.empty());
    scene.root(Optional.of(next)).step();
    assertThat(scene.close()).isPresent();
    assertThat(scene.state().outcome()).contains(Outcome.SUPERSEDED);
    PlannerFixture aborted =
        new PlannerFixture(PlannerFixture.perGroup()).group("dev", "d1").refusing("d1").settle();
    assertThat(aborted.abort("ann").step().close()).isPresent();
  }

  @Test
  void onceTakenTheDeadlineRunsFromTheDispatch() {
    scene.refusing().minutes(1).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.last().wakeAt()).contains(scene.now().plus(Duration.ofMinutes(10)));
  }

  @Test
  void whatWasWrittenBeforeTheRefusalWasDispatchedThen() {
    scene
        .hubIsSlow()
        .minutes(1)
        .settle()
        .ack(Ack.written("d1", PlannerFixture.START, PlannerFixture.NUMBER))
        .settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.DISPATCHED);
    assertThat(scene.last().wakeAt()).contains(PlannerFixture.START.plus(Duration.ofMinutes(10)));
  }

  @Test
  void itTimesOutCountedFromTheFirstRefusal() {
    scene.minutes(5).settle().minutes(5).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.TIMED_OUT);
    assertThat(scene.exception("d1").orElseThrow().message())
        .isEqualTo(
            "Within the 10m of its deadline the hub refused the write: admission webhook said no.");
  }

  @Test
  void itIsTriedOnceMoreBeforeItTimesOut() {
    scene.hubIsSlow().minutes(10).step();
    assertThat(scene.stage("d1")).isEqualTo(Stage.STARTED);
    assertThat(scene.written()).containsExactly("d1", "d1");
    scene.step();
    assertThat(scene.written()).containsExactly("d1", "d1");
  }

  @Test
  void theLastRefusalCountsAlsoWhenTheHubsClockIsBehind() {
    scene.hubIsSlow().minutes(10).step();
    scene.ack(Ack.refused("d1", scene.now().minusMillis(50), "no")).settle();
    assertThat(scene.stage("d1")).isEqualTo(Stage.TIMED_OUT);
  }

  @Test
  void nothingIsWrittenUnderABreach() {
    PlannerFixture halted =
        new PlannerFixture(PlannerFixture.perGroup())
            .group("dev", "d1", "d2")
            .refusing("d2")
            .settle();
    halted.minutes(9).settle().minutes(1).settle();
    assertThat(halted.progress().phase()).isNotEqualTo(Phase.PROGRESSING);
    int before = halted.written().size();
    halted.minutes(1).settle().minutes(20).settle();
    assertThat(halted.written()).hasSize(before);
    assertThat(halted.close()).isPresent();
  }

  @Test
  void underABreachItIsLookedAtInsteadOfWrittenOnceMore() {
    PlannerFixture halted =
        new PlannerFixture(PlannerFixture.perGroup()).group("dev", "d1", "d2").hubIsSlow().settle();
    halted.ack(Ack.written("d1", halted.now(), PlannerFixture.NUMBER)).settle().minutes(5);
    halted.ack(Ack.refused("d2", halted.now(), "no")).settle();
    halted.refusing("d2").hubAnswers().minutes(5).settle();
    assertThat(halted.progress().phase()).isEqualTo(Phase.HALTED);
    int before = halted.written().size();
    halted.minutes(5).settle();
    assertThat(halted.stage("d2")).isEqualTo(Stage.TIMED_OUT);
    assertThat(halted.written()).hasSize(before);
    assertThat(halted.close()).isPresent();
  }

  @Test
  void nothingIsWrittenUnderRefusedSettings() {
    scene.settingsRefused("Cannot roll out.").minutes(1).settle().minutes(9).settle();
    assertThat(scene.written()).containsExactly("d1");
    assertThat(scene.stage("d1")).isEqualTo(Stage.TIMED_OUT);
  }
}
