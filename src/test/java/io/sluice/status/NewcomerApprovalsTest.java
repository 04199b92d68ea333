package io.sluice.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.ApprovalRuleFixture;
import io.sluice.approval.RuledApprovals;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.Intent;
import io.sluice.rollout.RequestedApproval;
import io.sluice.rollout.RootView;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks which newcomers wait for an approval (rollout-strategy 3.7 and 4). */
class NewcomerApprovalsTest {
  private static final GroupKey DEV = new GroupKey("p", "dev", 0);
  private static final GroupKey PROD = new GroupKey("p", "prod", 1);
  private static final GroupKey REST = new GroupKey("p", "", 2);

  private Strategy strategy = Strategy.of(StrategyType.MANUAL_PER_GROUP);
  private Intent intent = Intent.NONE;
  private Optional<String> version = Optional.empty();
  private List<RequestedApproval> byMessage = List.of();
  private List<String> mandatory = List.of();
  private Optional<NewcomerApprovals.Rules> rules = Optional.empty();
  private List<GroupKey> declared = List.of(DEV, PROD, REST);

  private Optional<NewcomerApprovals.Waiting> waiting(GroupKey... groups) {
    RootView root =
        new RootView(new PolicyVersion("uid", 4, "c"), false, false, true, "hash", version);
    return new NewcomerApprovals(
            new PolicyName("policies", "web"),
            strategy,
            new NewcomerApprovals.Given(byMessage, mandatory),
            intent,
            root,
            declared,
            rules)
        .waiting(
            Stream.of(groups)
                .map(group -> new DecisionGroup(group, List.of("new-" + group.label())))
                .toList());
  }

  private static Intent approving(Optional<String> forVersion, String group) {
    return new Intent(
        List.of(new Intent.GroupApproval(group, true, Optional.empty(), Optional.empty())),
        false,
        forVersion,
        false);
  }

  @Test
  void whatNobodyApprovedWaitsAndIsNamedWithTheFieldToSet() {
    assertThat(waiting(DEV, REST))
        .hasValueSatisfying(
            waiting -> {
              assertThat(waiting.clusters())
                  .containsExactlyInAnyOrder("new-dev", "new-ungrouped-2");
              assertThat(waiting.waitingFor())
                  .isEqualTo(
                      "Waiting for approval of group dev (1 cluster joined). Set rolloutApproved"
                          + " to true for it in spec.approvals. Waiting for approval of group"
                          + " ungrouped-2 (1 cluster joined). Set rolloutApproved to true"
                          + " for _ungrouped in spec.approvals.");
            });
  }

  @Test
  void whatTheSpecApprovesDoesNotWaitUnlessItIsForAnotherVersion() {
    intent = approving(Optional.empty(), "dev");
    assertThat(waiting(DEV)).isEmpty();
    intent = approving(Optional.of("2"), "dev");
    version = Optional.of("3");
    assertThat(waiting(DEV).orElseThrow().waitingFor())
        .isEqualTo(
            "Group dev is approved for version 2, but the policy is version 3."
                + " Set spec.approvalsForVersion to 3.");
  }

  @Test
  void anApprovalByMessageOfTheEndedAttemptCounts() {
    byMessage =
        List.of(
            new RequestedApproval(
                Optional.of("prod"), "unverified:ann", Instant.EPOCH, Optional.empty()));
    assertThat(waiting(PROD)).isEmpty();
    assertThat(waiting(PROD, DEV).orElseThrow().clusters()).containsExactly("new-dev");
  }

  @Test
  void aGroupThatIsMandatoryByNameNeedsNoApproval() {
    strategy = strategy.withMandatory(GroupSelector.named("dev"));
    assertThat(waiting(DEV)).isEmpty();
    assertThat(waiting(PROD)).isPresent();
  }

  @Test
  void anIndexMakesNoGroupMandatoryThatHasItNow() {
    strategy = strategy.withMandatory(GroupSelector.at(1));
    assertThat(waiting(PROD)).isPresent();
    assertThat(waiting(DEV)).isPresent();
  }

  @Test
  void theNameOfTheGroupThatHadTheIndexTellsItAsLongAsNoOtherHasIt() {
    strategy = strategy.withMandatory(GroupSelector.at(1));
    mandatory = List.of("dev");
    assertThat(waiting(DEV)).isEmpty();
    declared = List.of(DEV, new GroupKey("p", "dev", 1));
    assertThat(waiting(DEV)).isPresent();
  }

  @Test
  void otherTypesAskForNoApproval() {
    strategy = Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP);
    assertThat(waiting(DEV, PROD, REST)).isEmpty();
  }

  @Test
  void rulesAskForRecordsOfTheVersionThatNewcomersGetWhateverTheTypeIs() {
    strategy = Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP);
    ApprovalRule rule = ApprovalRuleFixture.requiring(2).of("prod").rule();
    ApprovalRecord ann = ApprovalRuleFixture.record("prod", "ann", "c");
    rules = rules(List.of(rule), List.of(ann));
    assertThat(waiting(DEV, PROD).orElseThrow().clusters()).containsExactly("new-prod");
    assertThat(waiting(PROD).orElseThrow().waitingFor())
        .isEqualTo(
            "Waiting for approval of group prod (1 cluster joined): 1 of 2 approvals (ann)."
                + " Record an approval in its entry of spec.decisionGroups.");
    rules = rules(List.of(rule), List.of(ann, ApprovalRuleFixture.record("prod", "bob", "former")));
    assertThat(waiting(PROD)).isPresent();
    rules = rules(List.of(rule), List.of(ann, ApprovalRuleFixture.record("prod", "bob", "c")));
    assertThat(waiting(PROD)).isEmpty();
  }

  @Test
  void whatWaitsNamesWhenTimeAloneChangesThat() {
    ApprovalRule rule =
        ApprovalRuleFixture.requiring(2).of("prod").expiringAfter(Duration.ofHours(3)).rule();
    rules = rules(List.of(rule), List.of(ApprovalRuleFixture.record("prod", "ann", "c")));

    assertThat(waiting(PROD).orElseThrow().next())
        .contains(ApprovalRuleFixture.GIVEN.plus(Duration.ofHours(3)));
    rules = rules(List.of(rule), List.of());
    assertThat(waiting(PROD).orElseThrow().next()).isEmpty();
  }

  private static Optional<NewcomerApprovals.Rules> rules(
      List<ApprovalRule> rules, List<ApprovalRecord> records) {
    return Optional.of(
        new NewcomerApprovals.Rules(
            new RuledApprovals(rules, records, Optional.empty()),
            "rollout-1",
            ApprovalRuleFixture.GIVEN));
  }
}
