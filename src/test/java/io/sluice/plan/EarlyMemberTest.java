package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.check.CheckRule;
import io.sluice.check.FailureEffect;
import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Plays clusters that have the version before their turn (gate 5). */
class EarlyMemberTest {
  private final PlannerFixture fleet =
      PlannerFixture.three(PlannerFixture.manual()).keepingFromANewOne(1);

  private Report carries(String cluster, String hash) {
    return new Report(
        cluster,
        PlannerFixture.NUMBER,
        hash,
        Verdict.SILENT,
        false,
        false,
        fleet.now().toEpochMilli());
  }

  private Report early(String cluster) {
    return carries(cluster, PlannerFixture.VERSION.contentHash());
  }

  @Test
  void whoHasTheVersionBeforeItsTurnCountsAsStarted() {
    fleet.step();
    assertThat(fleet.written()).isEmpty();

    fleet.report(early("p1")).step();

    assertThat(fleet.written()).containsExactly("p1");
    fleet.step();
    assertThat(fleet.stage("p1")).isEqualTo(Stage.DISPATCHED);
    assertThat(fleet.entry("p2")).isEmpty();
    ClusterIssue issue = fleet.exception("p1").orElseThrow();
    assertThat(issue.reason()).isEqualTo(IssueReason.UNSTAGED_CHANGE);
    assertThat(issue.groupName()).isEqualTo("prod");
    assertThat(issue.message()).contains("generation 2").contains("before its turn");
  }

  /** Also where it had none before: what it was let through to is gone again. */
  @Test
  void whoHasLostWhatItWasLetThroughToWaitsForItsTurn() {
    fleet.step();

    fleet.gone("p1").report(early("p1")).gone("p1").step().step();

    assertThat(fleet.written()).isEmpty();
    assertThat(fleet.exception("p1")).isEmpty();
  }

  @Test
  void itsEvidenceCounts() {
    fleet.step().report(early("p1")).step().step();
    fleet.negative("p1").minutes(11).step().step();

    assertThat(fleet.stage("p1")).isEqualTo(Stage.FAILED);
    assertThat(fleet.exception("p1").orElseThrow().reason()).isEqualTo(IssueReason.FAILED);
  }

  @Test
  void whoSucceedsStaysListed() {
    fleet.step().report(early("p1")).step().step();
    fleet.positive("p1").step().minutes(5).positive("p1").step();

    assertThat(fleet.stage("p1")).isEqualTo(Stage.SUCCEEDED);
    assertThat(fleet.exception("p1").orElseThrow().reason()).isEqualTo(IssueReason.UNSTAGED_CHANGE);
  }

  @Test
  void nobodyElseOfItsGroupStarts() {
    fleet.step().report(early("p1")).step().step();
    fleet.approve("dev").step();
    assertThat(fleet.written()).containsExactly("p1");

    fleet.positive("p1").step().minutes(5).positive("p1").step().step();

    assertThat(fleet.written()).containsExactly("p1", "d1", "d2");
  }

  /** It is let through in the step in which others would start. */
  @Test
  void whoHasTheVersionTakesTheSlotOfOneThatWouldStart() {
    Strategy one = Strategy.of(StrategyType.PROGRESSIVE).withMaxConcurrency(Amount.count(1));
    PlannerFixture slots = PlannerFixture.three(one).keepingFromANewOne(1);

    slots.report(early("p1")).step();

    assertThat(slots.written()).containsExactly("p1");
  }

  /** Its group has begun, so that another one does not open in the same step. */
  @Test
  void noOtherGroupOpensBesideTheOneThatHasBegunByIt() {
    fleet.approve("dev").report(early("p1")).step();

    assertThat(fleet.written()).containsExactly("p1");
  }

  @Test
  void whileSettingsAreRefusedItIsListedAndNothingStarts() {
    fleet.step().settingsRefused("The gate is not installed.").report(early("p1")).step();

    assertThat(fleet.written()).isEmpty();
    assertThat(fleet.exception("p1").orElseThrow().reason()).isEqualTo(IssueReason.UNSTAGED_CHANGE);
    assertThat(fleet.progress().held().orElseThrow().clusters()).isEqualTo(5);

    fleet.settingsAccepted().step();

    assertThat(fleet.written()).containsExactly("p1");
  }

  @Test
  void whatWasPutBackSinceWaitsForItsTurn() {
    fleet.settingsRefused("The gate is not installed.").report(early("p1")).step();
    fleet.report(carries("p1", "other")).step();
    fleet.settingsAccepted().step();

    assertThat(fleet.written()).isEmpty();
    assertThat(fleet.exception("p1")).isEmpty();
  }

  /** An edit back: clusters that never left the content have it rightly (E9). */
  @Test
  void whereContentReturnsTheTurnDecides() {
    fleet.keeping(1).report(early("p1")).step();

    assertThat(fleet.written()).isEmpty();
    assertThat(fleet.exception("p1")).isEmpty();
  }

  /** Nobody has decided that its group may start: a check is asked for the others (K1). */
  @Test
  void whoHasTheVersionBeforeItsTurnOpensItsGroupForNoOther() {
    PlannerFixture checked =
        PlannerFixture.three(PlannerFixture.perGroup())
            .keepingFromANewOne(1)
            .checked(
                new CheckRule(
                    "board",
                    Optional.of(List.of("dev")),
                    List.of(),
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(10),
                    1,
                    Optional.empty(),
                    FailureEffect.HOLD,
                    List.of(),
                    "h1"));

    checked.report(early("d1")).step().step();

    assertThat(checked.written()).containsExactly("d1");
    assertThat(checked.questions()).singleElement();
    assertThat(checked.progress().waitingFor()).contains("group dev");
  }
}
