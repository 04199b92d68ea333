package io.sluice.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.approval.ApprovalBinding;
import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.RuledApprovals;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.PlannerFixture;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AssumedApprovalsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final GroupKey PROD = new GroupKey("fleet", "prod", 1);

  private static final HubSnapshot HUB =
      new PlannerFixture(Strategy.of(StrategyType.MANUAL_PER_GROUP)).view();

  @Test
  void eachRuleGetsAsManyPeopleAsItWants() {
    RuledApprovals rules =
        new RuledApprovals(
            List.of(rule(2, List.of("sre", "security")), rule(1, List.of())),
            List.of(),
            Optional.of("ann"));

    RuledApprovals given =
        AssumedApprovals.of(HUB.ruled(Optional.of(rules)), PROD, "u1", NOW)
            .approvals()
            .orElseThrow();

    assertThat(given.records()).extracting(ApprovalRecord::by).doesNotHaveDuplicates().hasSize(3);
    assertThat(given.records())
        .extracting(ApprovalRecord::from)
        .containsExactly(Optional.of("sre"), Optional.of("sre"), Optional.empty());
    assertThat(given.records())
        .allMatch(record -> record.groupName().equals(Optional.of("prod")))
        .allMatch(record -> record.rolloutUid().equals(Optional.of("u1")));
    assertThat(given.author()).isEqualTo(rules.author());
  }

  @Test
  void withoutRulesNothingIsRecorded() {
    assertThat(AssumedApprovals.of(HUB, PROD, "u1", NOW)).isEqualTo(HUB);
  }

  private static ApprovalRule rule(int required, List<String> from) {
    return new ApprovalRule(
        Optional.empty(),
        required,
        Optional.empty(),
        Optional.empty(),
        ApprovalBinding.CONTENT,
        false,
        from);
  }
}
