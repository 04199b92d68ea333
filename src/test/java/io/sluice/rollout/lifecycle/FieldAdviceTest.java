package io.sluice.rollout.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyName;
import org.junit.jupiter.api.Test;

class FieldAdviceTest {
  @Test
  void whatToSetGoesAndTheRestStays() {
    assertThat(
            FieldAdvice.without(
                "Halted: 2 clusters failed, 0 are tolerated: c1, c2. "
                    + FieldAdvice.retry("policy", "60be-1")))
        .isEqualTo("Halted: 2 clusters failed, 0 are tolerated: c1, c2.");
    assertThat(
            FieldAdvice.without(
                "Waiting for approval of group dev (1 cluster). "
                    + FieldAdvice.approve(true)
                    + " Waiting for approval of group ungrouped (2 clusters). "
                    + FieldAdvice.approve(false)
                    + " The same holds for a, b."))
        .isEqualTo(
            "Waiting for approval of group dev (1 cluster). Waiting for approval of group ungrouped"
                + " (2 clusters). The same holds for a, b.");
    assertThat(FieldAdvice.without("Paused. " + FieldAdvice.resume())).isEqualTo("Paused.");
    assertThat(
            FieldAdvice.without(
                "8b1e is pending. " + FieldAdvice.activate("policy-web", "8b1e55a07c93")))
        .isEqualTo("8b1e is pending.");
  }

  @Test
  void whatAFormerWorkerStoredGoesToo() {
    assertThat(
            FieldAdvice.without(
                "Waiting for approval of group dev (1 cluster). Set rolloutApproved to true for it"
                    + " in spec.decisionGroups. Waiting for approval of group ungrouped-0 (1"
                    + " cluster). Set spec.ungrouped.rolloutApproved to true."))
        .isEqualTo(
            "Waiting for approval of group dev (1 cluster). Waiting for approval of group"
                + " ungrouped-0 (1 cluster).");
  }

  @Test
  void whatIsNothingElseIsEmpty() {
    assertThat(FieldAdvice.without(FieldAdvice.retry(new PolicyName("policies", "web"), "u1")))
        .isEmpty();
    assertThat(FieldAdvice.without("")).isEmpty();
  }
}
