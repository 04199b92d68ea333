package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.approval.ApprovalRuleFixture;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Intent;
import io.sluice.rollout.strategy.Strategy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests every answer to a request for approval (A7), to the letter. */
class RequestValidatorTest {
  private static final List<GroupKey> GROUPS =
      List.of(
          new GroupKey("p", "prod", 2),
          new GroupKey("p", "dev", 0),
          new GroupKey("p", "stage", 1),
          new GroupKey("p", "stage", 3),
          new GroupKey("p", "", 4));

  private static Optional<String> objection(Strategy strategy, ApprovalRequest request) {
    return objections(strategy, GROUPS).checkApproval(request);
  }

  private static RequestValidator objections(Strategy strategy, List<GroupKey> groups) {
    AttemptState state = AttemptState.begin(PlannerFixture.spec(strategy), PlannerFixture.START);
    return new RequestValidator(state, groups, Intent.NONE, List.of());
  }

  private static Optional<String> objection(ApprovalRequest request) {
    return objection(PlannerFixture.manual(), request);
  }

  private static ApprovalRequest request(
      String group, boolean ungrouped, String by, String comment) {
    return new ApprovalRequest(group, ungrouped, by, Optional.ofNullable(comment));
  }

  @Test
  void aDeclaredGroupIsApproved() {
    assertThat(objection(ApprovalRequest.of("stage", "ann"))).isEmpty();
  }

  @Test
  void aGroupThatARuleCoversIsRefused() {
    AttemptState state =
        AttemptState.begin(PlannerFixture.spec(PlannerFixture.manual()), PlannerFixture.START);
    RequestValidator objections =
        new RequestValidator(
            state,
            GROUPS,
            Intent.NONE,
            List.of(ApprovalRuleFixture.requiring(2).of("prod").rule()));
    assertThat(objections.checkApproval(ApprovalRequest.of("prod", "ann")))
        .contains(
            "Cannot approve group prod of policy policies/web: rules say how many people approve"
                + " it, and messages do not count. Use sluice approve or sluice revoke.");
    assertThat(objections.checkRevocation(ApprovalRequest.of("prod", "ann"))).isPresent();
    assertThat(objections.checkApproval(ApprovalRequest.of("stage", "ann"))).isEmpty();
  }

  @Test
  void theUngroupedClustersAreApproved() {
    assertThat(objection(request("", true, "ann", "ok"))).isEmpty();
  }

  @Test
  void anUnknownGroupIsRefusedWithAnOffer() {
    assertThat(objection(ApprovalRequest.of("qa", "ann")))
        .contains(
            "Cannot approve group qa of policy policies/web: no such group."
                + " Groups are dev, stage, prod and ungrouped.");
  }

  @Test
  void withoutAnyNamedGroupTheOfferSaysSo() {
    assertThat(
            objections(PlannerFixture.manual(), List.of(new GroupKey("p", "", 0)))
                .checkApproval(ApprovalRequest.of("qa", "ann")))
        .contains(
            "Cannot approve group qa of policy policies/web: no such group."
                + " No group has a name; the only one is ungrouped.");
  }

  @Test
  void aRequestWithoutAGroupIsRefused() {
    assertThat(objection(ApprovalRequest.of("", "ann")))
        .contains(
            "Cannot approve group \"\" of policy policies/web: the request names no group."
                + " Send {\"group\":\"prod\",\"by\":\"your name\"}, or"
                + " {\"ungrouped\":true,\"by\":\"your name\"}.");
  }

  @Test
  void aRequestForBothIsRefused() {
    assertThat(objection(request("dev", true, "ann", null)))
        .contains(
            "Cannot approve the ungrouped clusters of policy policies/web: the request names a"
                + " group and the ungrouped clusters."
                + " Send {\"group\":\"prod\",\"by\":\"your name\"}, or"
                + " {\"ungrouped\":true,\"by\":\"your name\"}.");
  }

  @Test
  void aRequestWithoutASenderIsRefused() {
    assertThat(objection(ApprovalRequest.of("dev", " ")))
        .contains(
            "Cannot approve group dev of policy policies/web: by is empty."
                + " Say who asks: {\"by\":\"your name\"}.");
  }

  @Test
  void aCommentOf512CharactersIsTheLongest() {
    assertThat(objection(request("dev", false, "ann", "x".repeat(512)))).isEmpty();
    assertThat(objection(request("dev", false, "ann", "x".repeat(513))))
        .contains(
            "Cannot approve group dev of policy policies/web:"
                + " the comment is longer than 512 characters. Shorten it.");
  }

  @Test
  void aStrategyThatNeedsNoApprovalIsNamed() {
    assertThat(objection(PlannerFixture.perGroup(), ApprovalRequest.of("dev", "ann")))
        .contains(
            "Cannot approve group dev of policy policies/web: its strategy is ProgressivePerGroup,"
                + " which needs no approval. Use manualPerGroup to decide by hand.");
  }
}
