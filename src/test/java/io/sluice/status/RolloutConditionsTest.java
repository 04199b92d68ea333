package io.sluice.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks the conditions (rollout-strategy 1.6, A7 and 5). */
class RolloutConditionsTest {
  private static final DeclaredGroups DECLARED =
      DeclaredGroups.of(
          List.of(
              new GroupKey("p", "dev", 0), new GroupKey("p", "prod", 1), new GroupKey("p", "", 2)),
          1);

  private static RolloutCondition retry(Outcome outcome) {
    return RolloutConditions.retry(
            Optional.of("u7"), "u7", List.of("u6"), Optional.ofNullable(outcome))
        .orElseThrow();
  }

  @Test
  void theConditionCarriesTheReasonAndMessageOfARefusal() {
    assertThat(RolloutConditions.accepted(Optional.empty()))
        .isEqualTo(new RolloutCondition("Accepted", true, "Valid", "The settings are valid."));
    assertThat(RolloutConditions.accepted(Optional.of(new Refusal("BadNumber", "Cannot."))))
        .isEqualTo(new RolloutCondition("Accepted", false, "BadNumber", "Cannot."));
  }

  @Test
  void theConditionOfAcceptedSettingsNamesThoseWithoutAnEffect() {
    assertThat(RolloutConditions.accepted(Optional.empty(), List.of("a is odd.", "b is odd.")))
        .isEqualTo(
            new RolloutCondition(
                "Accepted", true, "Valid", "The settings are valid. a is odd. b is odd."));
  }

  @Test
  void aRetryOfARunningOrSuccessfulAttemptIsNotAcceptedAndTheReasonIsGiven() {
    assertThat(retry(null).reason()).isEqualTo("Running");
    assertThat(retry(null).holds()).isFalse();
    assertThat(retry(null).message())
        .isEqualTo("This rollout still runs. The request takes effect if it fails.");
    assertThat(retry(Outcome.SUCCEEDED).reason()).isEqualTo("Succeeded");
    assertThat(retry(Outcome.SUCCEEDED).holds()).isFalse();
    assertThat(retry(Outcome.SUPERSEDED).holds()).isFalse();
  }

  @Test
  void aRetryOfAFailedOrAbortedAttemptIsAccepted() {
    assertThat(retry(Outcome.FAILED).holds()).isTrue();
    assertThat(retry(Outcome.ABORTED).holds()).isTrue();
  }

  @Test
  void aRetryOfAnotherAttemptSetsNoCondition() {
    List<String> former = List.of("u6");
    assertThat(RolloutConditions.retry(Optional.of("u6"), "u7", former, Optional.empty()))
        .isEmpty();
    assertThat(RolloutConditions.retry(Optional.empty(), "u7", former, Optional.empty())).isEmpty();
    assertThat(RolloutConditions.retry(Optional.of(""), "", former, Optional.empty())).isEmpty();
  }

  @Test
  void aRetryOfARolloutThatThePolicyNeverHadIsRefusedWithTheUidToWrite() {
    assertThat(
            RolloutConditions.retry(
                Optional.of("typo"), "u7", List.of("u6"), Optional.of(Outcome.FAILED)))
        .contains(
            new RolloutCondition(
                "RetryAccepted",
                false,
                "UnknownRollout",
                "spec.retryRollout.rolloutUID is \"typo\", which is none of the last rollouts of"
                    + " this policy. To retry the present one, write u7."));
  }

  @Test
  void anApprovalOfAnUndeclaredGroupIsReported() {
    assertThat(RolloutConditions.approvals(listed("dev", "qa", "uat"), DECLARED))
        .contains(
            new RolloutCondition(
                "ApprovalsMatched",
                false,
                "UnknownGroup",
                "spec.decisionGroups lists qa and uat, which no bound placement declares. Groups"
                    + " are dev, prod and ungrouped."));
  }

  @Test
  void eachFieldIsReportedWithTheNamesThatItHas() {
    assertThat(
            RolloutConditions.approvals(
                Map.of(
                    "spec.decisionGroups", List.of("dev", "qa"), "spec.approvals", List.of("uat")),
                DECLARED))
        .map(RolloutCondition::message)
        .contains(
            "spec.approvals lists uat, which no bound placement declares. Groups are dev, prod and"
                + " ungrouped. spec.decisionGroups lists qa, which no bound placement declares."
                + " Groups are dev, prod and ungrouped.");
    assertThat(
            RolloutConditions.approvals(
                Map.of("spec.decisionGroups", List.of("dev"), "spec.approvals", List.of("prod")),
                DECLARED))
        .map(RolloutCondition::message)
        .contains("Every group in spec.approvals and spec.decisionGroups is declared.");
  }

  private static Map<String, List<String>> listed(String... groups) {
    return Map.of("spec.decisionGroups", List.of(groups));
  }

  @Test
  void manyUnknownGroupsAreCutAfterTheFifth() {
    assertThat(
            RolloutConditions.approvals(listed("a", "b", "c", "d", "e", "f", "g"), DECLARED)
                .orElseThrow()
                .message())
        .startsWith("spec.decisionGroups lists a, b, c, d, e and 2 more, which");
  }

  @Test
  void approvalsThatAllMatchAreReportedAndNoApprovalsAreNot() {
    assertThat(RolloutConditions.approvals(listed("prod"), DECLARED))
        .map(RolloutCondition::holds)
        .contains(true);
    assertThat(RolloutConditions.approvals(listed(), DECLARED)).isEmpty();
    assertThat(RolloutConditions.approvals(listed("qa"), DeclaredGroups.unknown())).isEmpty();
  }

  @Test
  void aPolicyTooLargeToBeStoredIsReported() {
    assertThat(RolloutConditions.stored(4, 700 * 1024).reason()).isEqualTo("Stored");
    assertThat(RolloutConditions.stored(4, 700 * 1024 + 1))
        .isEqualTo(
            new RolloutCondition(
                "LastSuccessfulStored",
                false,
                "PolicyTooLarge",
                "The policy has 701 KiB, and at most 700 are stored. Newcomers get nothing before"
                    + " their turn. Split the policy."));
  }
}
