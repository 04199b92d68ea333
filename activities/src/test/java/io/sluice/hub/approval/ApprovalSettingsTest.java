package io.sluice.hub.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.approval.ApprovalBinding;
import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.RuledApprovals;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.policy.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ApprovalSettingsTest {
  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final String ROLLOUT =
      """
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Rollout
      metadata: {name: policy-web, namespace: policies}
      spec:
        approvalRules: %s
        decisionGroups:
        - groupName: prod
          approvals:
          - by: ann
            at: "2026-12-01T12:00:00+01:00"
            for: {rolloutUID: u-1, version: v7, content: c0ffee}
            from: release-managers
            comment: as agreed
          - {by: bob, at: yesterday}
        ungrouped:
          approvals:
          - {by: cyd, at: "2026-12-01T11:00:00Z"}
      """;

  private static final String POLICY =
      """
      apiVersion: policy.open-cluster-management.io/v1
      kind: Policy
      metadata:
        name: web
        managedFields:
        - {manager: "sluice:eve", operation: Apply, time: "2026-12-01T10:00:00Z", fieldsV1: {"f:spec": {"f:disabled": {}}}}
      """;

  private static GenericKubernetesResource object(String yaml) {
    return Serialization.unmarshal(yaml, GenericKubernetesResource.class);
  }

  private static ApprovalSettings settings(String rules) {
    GenericKubernetesResource rollout = object(ROLLOUT.formatted(rules));
    return new ApprovalSettings(Optional.of(rollout), RolloutSpecReader.of(rollout));
  }

  @Test
  void rulesComeWithWhatPeopleRecordedAndWithTheAuthor() {
    RuledApprovals ruled =
        settings("[{groups: [prod], required: 2, boundTo: Version}]")
            .ruled(Optional.of(object(POLICY)), NOW)
            .orElseThrow();

    assertThat(ruled.rules())
        .singleElement()
        .satisfies(rule -> assertThat(rule.required()).isEqualTo(2))
        .satisfies(rule -> assertThat(rule.boundTo()).isEqualTo(ApprovalBinding.VERSION));
    assertThat(ruled.author()).contains("eve");
    assertThat(ruled.records())
        .containsExactly(
            new ApprovalRecord(
                Optional.of("prod"),
                "ann",
                Instant.parse("2026-12-01T11:00:00Z"),
                Optional.of("u-1"),
                Optional.of("v7"),
                Optional.of("c0ffee"),
                Optional.of("release-managers"),
                Optional.of("as agreed")),
            new ApprovalRecord(
                Optional.empty(),
                "cyd",
                Instant.parse("2026-12-01T11:00:00Z"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void aRecordWithoutATimeIsSaid() {
    assertThat(settings("[{required: 1}]").undated())
        .containsExactly(
            "Rollout spec.decisionGroups[0].approvals[1].at is \"yesterday\", which is no time, so that the approval counts for no rule. Approve again.");
  }

  @Test
  void withoutRulesNothingIsReadAndNobodyIsAsked() {
    ApprovalSettings settings = settings("[]");

    assertThat(settings.ruled(Optional.of(object(POLICY)), NOW)).isEmpty();
    assertThat(settings.undated()).isEmpty();
    assertThat(
            settings.problem(
                rollout -> {
                  throw new IllegalStateException("asked");
                }))
        .isEmpty();
  }

  @Test
  void withRulesTheGuardDecides() {
    Problem problem = new Problem("ApprovalRulesNotEnforced", "spec", "is open", "Close it");

    assertThat(settings("[{required: 1}]").problem(rollout -> Optional.of(problem)))
        .contains(problem);
    assertThat(List.of(ApprovalGuard.UNASKED.problem(object(POLICY))))
        .containsExactly(Optional.empty());
  }
}
