package io.sluice.plan.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.ApprovalRuleFixture;
import io.sluice.approval.RuledApprovals;
import io.sluice.hold.GroupHold;
import io.sluice.hold.HoldKind;
import io.sluice.plan.PlannerFixture;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds groups that rules cover until people have recorded enough approvals (between-waves 4). */
class ApprovalHoldTest {
  private static final Instant START = PlannerFixture.START;

  private static PlannerFixture prod(Strategy strategy) {
    return new PlannerFixture(strategy).group("prod", "p1", "p2");
  }

  private static RuledApprovals ruled(ApprovalRuleFixture rule, ApprovalRecord... records) {
    return ruled(List.of(rule.rule()), records);
  }

  private static RuledApprovals ruled(List<ApprovalRule> rules, ApprovalRecord... records) {
    return new RuledApprovals(rules, List.of(records), Optional.empty());
  }

  private static ApprovalRecord by(String person) {
    return by(person, START);
  }

  private static ApprovalRecord by(String person, Instant at) {
    return ApprovalRuleFixture.record(
        "prod", person, at, Optional.of(PlannerFixture.VERSION.contentHash()));
  }

  private static ApprovalRuleFixture two() {
    return ApprovalRuleFixture.requiring(2).of("prod");
  }

  private static GroupHold hold(PlannerFixture scene) {
    return scene.progress().groups().stream()
        .filter(group -> group.label().equals("prod"))
        .findFirst()
        .flatMap(Progress.Group::hold)
        .orElseThrow();
  }

  private static boolean started(PlannerFixture scene, String cluster) {
    return scene.state().clusters().stream().anyMatch(entry -> entry.cluster().equals(cluster));
  }

  @ParameterizedTest
  @EnumSource(StrategyType.class)
  void aGroupThatARuleCoversWaitsWhateverTheTypeIs(StrategyType type) {
    PlannerFixture scene = prod(Strategy.of(type)).approve("prod").ruled(ruled(two(), by("ann")));
    scene.settle();
    assertThat(scene.state().clusters()).isEmpty();
    assertThat(scene.progress().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(scene.progress().waitingFor())
        .isEqualTo(
            "Waiting for approval of group prod (2 clusters): 1 of 2 approvals (ann). Record an"
                + " approval in its entry of spec.decisionGroups.");
    scene.ruled(ruled(two(), by("ann"), by("bob"))).settle();
    assertThat(started(scene, "p1")).isTrue();
  }

  @Test
  void anApprovalByMessageDoesNotCount() {
    PlannerFixture scene =
        prod(PlannerFixture.manual()).ruled(ruled(ApprovalRuleFixture.requiring(1)));
    scene.approveByMessage("prod").settle();
    assertThat(scene.state().clusters()).isEmpty();
  }

  @Test
  void theGateOfTheSpecDoesNotActOnIt() {
    PlannerFixture scene = prod(PlannerFixture.manual()).ruled(ruled(two(), by("ann"), by("bob")));
    scene.intent(new Intent(List.of(), false, Optional.of("6"), false)).settle();
    assertThat(started(scene, "p1")).isTrue();
  }

  @Test
  void theHoldSaysWhatIsMissingAndWhenThatChanges() {
    Instant opens = START.plusSeconds(90);
    PlannerFixture scene =
        prod(PlannerFixture.manual())
            .ruled(ruled(two().notBefore(opens), by("ann"), by("bob")))
            .settle();
    assertThat(hold(scene))
        .isEqualTo(
            new GroupHold(
                HoldKind.APPROVAL,
                Optional.empty(),
                "Waiting for approval of group prod: 2 of 2 approvals (ann, bob); none counts"
                    + " before 10:01:30Z.",
                Optional.of(opens)));
    assertThat(scene.last().wakeAt()).contains(opens);
    assertThat(scene.last().wake().orElseThrow().why())
        .isEqualTo("next change of approvals 10:01:30Z");
    scene.after(Duration.ofSeconds(90)).settle();
    assertThat(started(scene, "p1")).isTrue();
  }

  @Test
  void peopleWhoDoNotCountAreNamedByWhy() {
    ApprovalRuleFixture rule = two().expiringAfter(Duration.ofHours(1)).from("sre");
    PlannerFixture scene =
        prod(PlannerFixture.manual())
            .ruled(
                ruled(
                    rule,
                    by("ann", START.minusSeconds(3600)),
                    ApprovalRuleFixture.record("prod", "bob", START, Optional.of("former")),
                    by("carl"),
                    by("dan", START.plusSeconds(61))))
            .settle();
    assertThat(hold(scene).message())
        .isEqualTo(
            "Waiting for approval of group prod: 0 of 2 approvals from members of sre; dated ahead:"
                + " dan; expired: ann; for another version: bob; from no group that counts: carl.");
    assertThat(scene.last().wakeAt()).contains(START.plusSeconds(1));
  }

  @Test
  void namesAndRulesAreCut() {
    String longName = "https://issuer.example.com/" + "x".repeat(300);
    ApprovalRecord[] many =
        IntStream.range(0, 9).mapToObj(i -> by(longName + i)).toArray(ApprovalRecord[]::new);
    PlannerFixture scene =
        prod(PlannerFixture.manual())
            .ruled(
                ruled(
                    Collections.nCopies(9, ApprovalRuleFixture.requiring(50).of("prod").rule()),
                    many))
            .settle();
    assertThat(hold(scene).message()).hasSizeLessThan(560).contains(" and 4 more)");
  }

  @Test
  void anUnknownAuthorIsSaid() {
    PlannerFixture scene =
        prod(PlannerFixture.manual()).ruled(ruled(two().separateAuthor(), by("ann"))).settle();
    assertThat(hold(scene).message())
        .isEqualTo(
            "Waiting for approval of group prod: 0 of 2 approvals; none counts, as the author of"
                + " the version is not known.");
  }

  @Test
  void aRevokedGroupNamesTheFieldToSet() {
    PlannerFixture scene =
        prod(PlannerFixture.manual())
            .ruled(
                new RuledApprovals(
                    List.of(ApprovalRuleFixture.requiring(1).rule()),
                    List.of(by("ann")),
                    Optional.empty(),
                    List.of("prod")))
            .settle();
    assertThat(scene.progress().waitingFor())
        .isEqualTo(
            "Waiting for approval of group prod (2 clusters): it is revoked. Set rolloutApproved to"
                + " true for it in spec.approvals.");
  }

  @Test
  void expiryStopsWhatHasNotStartedAndNothingElse() {
    Strategy one = Strategy.of(StrategyType.PROGRESSIVE).withMaxConcurrency(Amount.count(1));
    ApprovalRuleFixture rule = two().expiringAfter(Duration.ofMinutes(1));
    PlannerFixture scene = prod(one).ruled(ruled(rule, by("ann"), by("bob"))).settle();
    assertThat(started(scene, "p1")).isTrue();
    assertThat(scene.last().wakeAt()).contains(START.plusSeconds(60));
    scene.minutes(1).positive("p1").settle();
    scene.minutes(5).settle();
    assertThat(scene.state().clusters())
        .singleElement()
        .satisfies(entry -> assertThat(entry.stage()).isEqualTo(Stage.SUCCEEDED));
    assertThat(scene.progress().waitingFor())
        .startsWith(
            "Waiting for approval of group prod (1 cluster): 0 of 2 approvals; expired: ann, bob.");
    assertThat(scene.last().wakeAt()).isEmpty();
  }

  @Test
  void groupsThatAreNotCoveredGoOnUnlessTheyComeLater() {
    RuledApprovals stage = ruled(ApprovalRuleFixture.requiring(1).of("stage"));
    PlannerFixture scene = PlannerFixture.three(Strategy.of(StrategyType.PROGRESSIVE)).ruled(stage);
    scene.settle();
    assertThat(started(scene, "p1")).isTrue();
    assertThat(started(scene, "s1")).isFalse();
    PlannerFixture inOrder = PlannerFixture.three(PlannerFixture.perGroup()).ruled(stage).settle();
    inOrder.positive("d1", "d2").settle();
    inOrder.minutes(1).settle();
    assertThat(started(inOrder, "p1")).isFalse();
    assertThat(inOrder.progress().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(inOrder.progress().waitingFor())
        .startsWith("Waiting for approval of group stage (2 clusters): 0 of 1 approvals.");
  }

  @Test
  void aRuleThatNamesAMandatoryGroupHoldsItToo() {
    Strategy strategy = PlannerFixture.manual().withMandatory(GroupSelector.named("prod"));
    PlannerFixture named = prod(strategy).ruled(ruled(two())).settle();
    assertThat(named.state().clusters()).isEmpty();
    PlannerFixture others = prod(strategy).ruled(ruled(ApprovalRuleFixture.requiring(1))).settle();
    assertThat(started(others, "p1")).isTrue();
  }

  @Test
  void eachRecordThatCountsIsReportedAndNoMore() {
    ApprovalRecord ann = by("ann");
    PlannerFixture scene =
        PlannerFixture.three(PlannerFixture.perGroup())
            .ruled(
                ruled(
                    List.of(two().rule(), ApprovalRuleFixture.requiring(1).of("prod").rule()),
                    ann,
                    ann,
                    ApprovalRuleFixture.record("prod", "bob", "former")))
            .settle();
    assertThat(scene.progress().approvals())
        .containsExactly(
            new Progress.Approval(
                Optional.of("prod"), false, "ann", Optional.of(START), "Record", Optional.empty()));
  }
}
