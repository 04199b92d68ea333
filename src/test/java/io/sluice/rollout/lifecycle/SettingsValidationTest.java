package io.sluice.rollout.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.ApprovalRuleReader;
import io.sluice.check.CheckDefinition;
import io.sluice.check.CheckReader;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySnapshot;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.rollout.strategy.ParsedStrategy.Warning;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.rollout.strategy.SettingsReading;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the validation of settings against every row of rollout-strategy 1.6. */
class SettingsValidationTest {
  private SettingsReading<List<CheckDefinition>> checks = CheckReader.read(null);
  private static final PolicyName POLICY = new PolicyName("policies", "cis");
  private static final String PREFIX = "Cannot roll out policy policies/cis: ";
  private static final List<DecisionGroup> GROUPS =
      List.of(
          new DecisionGroup(new GroupKey("p", "canary", 0), List.of("c1")),
          new DecisionGroup(new GroupKey("p", "prod", 1), List.of("p1", "p2", "p3")));

  private String policySpec = "{'remediationAction': 'enforce'}";
  private SettingsReading<List<ApprovalRule>> approvalRules = SettingsReading.of(List.of());
  private String rolloutSpec = "{}";
  private boolean beside;
  private int placements = 1;
  private long contentBytes = 1000;
  private List<Long> groupSizes = List.of();

  private static Map<String, Object> tree(String json) {
    try {
      return new ObjectMapper()
          .readValue(json.replace('\'', '"'), new TypeReference<Map<String, Object>>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read the test's JSON: " + json, e);
    }
  }

  private SettingsValidation judged() {
    Map<String, Object> policy = tree(policySpec);
    Map<String, Object> rollout = tree(rolloutSpec);
    List<String> approvals =
        rollout.get("decisionGroups") instanceof List<?> entries
            ? entries.stream().map(entry -> (String) ((Map<?, ?>) entry).get("groupName")).toList()
            : List.of();
    return SettingsValidation.of(
        new StagingSettings(
            POLICY,
            new PolicySnapshot(Map.of(), Map.of(), policy),
            beside ? StagingWay.OVERRIDE : StagingWay.STANDALONE,
            EffectiveStrategy.of(policy, rollout, beside),
            approvals,
            DeclaredGroups.of(GROUPS.stream().map(DecisionGroup::key).toList(), placements),
            GROUPS,
            groupSizes,
            contentBytes,
            List.of(),
            checks,
            approvalRules));
  }

  private SettingsValidation judged(String strategy) {
    policySpec = "{'remediationAction': 'enforce', 'rolloutStrategy': " + strategy + "}";
    return judged();
  }

  private static void refuses(SettingsValidation judged, String reason, String sentences) {
    assertThat(judged.refusal()).contains(new Refusal(reason, PREFIX + sentences));
    assertThat(judged.strategy()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "UnknownType | {'type': 'Canary'} | .type is 'Canary', which is no strategy. Use All,"
            + " Progressive, ProgressivePerGroup or manualPerGroup.",
        "WrongSettings | {'type': 'All', 'progressive': {}} | .progressive is set, but the type is"
            + " All. Remove it, or set the type to Progressive.",
        "QuotedInteger | {'type': 'Progressive', 'progressive': {'maxConcurrency': '3'}} |"
            + " .progressive.maxConcurrency is '3', a number in quotes. Write 3, or a percentage"
            + " such as '3%'.",
        "BadNumber | {'type': 'Progressive', 'progressive': {'maxFailures': '33.3%'}} |"
            + " .progressive.maxFailures is '33.3%', not a whole percentage from 0% to 100%. Write"
            + " '34%', or a number of clusters.",
        "BadNumber | {'type': 'Progressive', 'progressive': {'maxFailures': -1}}"
            + " | .progressive.maxFailures is -1, below zero. Write 0 or more.",
        "BadDuration | {'type': 'Progressive', 'progressive': {'progressDeadline': '10min'}} |"
            + " .progressive.progressDeadline is '10min', not a duration. Write one such as"
            + " '1h30m', '10m' or '90s', or 'None'.",
        "UnknownGroup | {'type': 'Progressive', 'progressive': {'mandatoryDecisionGroups':"
            + " [{'groupName': 'canry'}]}} | .progressive.mandatoryDecisionGroups[0].groupName is"
            + " 'canry', which no bound placement declares. Use one of: canary, prod.",
        "BadGroup | {'type': 'Progressive', 'progressive': {'mandatoryDecisionGroups':"
            + " [{'groupName': 'prod'}, {}]}} | .progressive.mandatoryDecisionGroups[1] is {}, and"
            + " names no group. Give groupName or groupIndex.",
        "BadSelector | {'type': 'All', 'ignoreClusterRolloutStatus': {}} |"
            + " .ignoreClusterRolloutStatus is {}, and would ignore every cluster. Add a label, or"
            + " remove the field.",
        "TimeoutRenamed | {'type': 'Progressive', 'progressive': {'timeout': '50min'}} |"
            + " .progressive.timeout is '50min', the former name of this setting. Write"
            + " progressDeadline: 50m."
      })
  void aStrategyIsRefusedWithTheMessageOfTheSpecification(
      String reason, String strategy, String sentences) {
    refuses(judged(strategy), reason, "spec.rolloutStrategy" + sentences.replace('\'', '"'));
  }

  @Test
  void anIndexIsRefusedWhereSeveralPlacementsAreBound() {
    placements = 2;
    refuses(
        judged(
            "{'type': 'Progressive', 'progressive': {'mandatoryDecisionGroups': [{'groupIndex':"
                + " 1}]}}"),
        "BadGroup",
        "spec.rolloutStrategy.progressive.mandatoryDecisionGroups[0].groupIndex is 1, but 2"
            + " placements are bound. Give groupName.");
  }

  @Test
  void keepPreviousIsRefusedBesideThePropagator() {
    beside = true;
    policySpec = "{'remediationAction': 'inform'}";
    rolloutSpec = "{'rolloutStrategy': {'type': 'All', 'pendingClusters': 'KeepPrevious'}}";
    refuses(
        judged(),
        "BadPending",
        "Rollout spec.rolloutStrategy.pendingClusters is \"KeepPrevious\", which needs standalone"
            + " mode: the propagator gives every cluster the new version. Use Inform.");
  }

  @Test
  void anEnforcingRootIsRefusedBesideThePropagator() {
    beside = true;
    rolloutSpec = "{'rolloutStrategy': {'type': 'All'}}";
    refuses(
        judged(),
        "EnforcedRoot",
        "spec.remediationAction is \"enforce\", and cannot be staged beside the propagator. Set it"
            + " to inform; the rollout enforces cluster by cluster. To stage it as it enforces, install the gate (docs/gate.md).");
  }

  @Test
  void anEnforcingTemplateIsRefusedBesideThePropagatorIfTheRootLeavesTheActionToIt() {
    beside = true;
    policySpec =
        "{'policy-templates': [{'objectDefinition': {'spec': {'remediationAction': 'inform'}}},"
            + " {'objectDefinition': {'spec': {'remediationAction': 'Enforce'}}}]}";
    rolloutSpec = "{'rolloutStrategy': {'type': 'All'}}";
    refuses(
        judged(),
        "EnforcedTemplate",
        "spec.policy-templates[1].objectDefinition.spec.remediationAction is \"enforce\", and"
            + " cannot be staged beside the propagator. Set spec.remediationAction to inform; the"
            + " rollout enforces cluster by cluster. To stage it as it enforces, install the gate (docs/gate.md).");
  }

  @Test
  void aPolicyWithoutTemplatesIsRefused() {
    policySpec =
        "{'remediationAction': 'enforce', 'policy-templates': [], 'rolloutStrategy': {'type':"
            + " 'Progressive'}}";
    refuses(
        judged(),
        "NoTemplates",
        "spec.policy-templates is [], so no cluster has anything to evaluate. Add a template.");
  }

  @Test
  void besideThePropagatorAnInformingRootIsModeB() {
    beside = true;
    policySpec = "{'remediationAction': 'inform'}";
    rolloutSpec = "{'rolloutStrategy': {'type': 'Progressive'}}";
    assertThat(judged().refusal()).isEmpty();
    assertThat(judged().mode()).isEqualTo(PendingMode.BESIDE);
    assertThat(judged().atOnce()).isFalse();
  }

  @Test
  void hubTemplatesAreAllowedBesideThePropagatorThatRendersThem() {
    policySpec =
        "{'remediationAction': 'inform', 'policy-templates': [{'objectDefinition': {'spec': {'v':"
            + " '{{hub x hub}}'}}}]}";
    rolloutSpec = "{'rolloutStrategy': {'type': 'All'}}";
    refuses(
        judged(),
        "HubTemplatesUnsupported",
        "spec.policy-templates[0].objectDefinition is a hub template, which standalone mode does"
            + " not render. Remove {{hub ... hub}}, or run Sluice beside the propagator.");
    beside = true;
    assertThat(judged().refusal()).isEmpty();
  }

  @Test
  void twoStrategiesAreRefused() {
    rolloutSpec = "{'rolloutStrategy': {'type': 'All'}}";
    refuses(
        judged("{'type': 'All'}"),
        "TwoStrategies",
        "Rollout spec.rolloutStrategy is set, and so is spec.rolloutStrategy of the policy. Keep"
            + " one of them.");
  }

  @Test
  void aStrategyThatTheCrdDropsIsReported() {
    refuses(
        SettingsValidation.strategyDropped(POLICY),
        "StrategyFieldMissing",
        "the Policy CRD of this hub has no field spec.rolloutStrategy, so a strategy written there"
            + " is dropped without a word. Install deploy/crds, or write the strategy into Rollout"
            + " spec.rolloutStrategy.");
  }

  @Test
  void aGroupThatIsListedTwiceIsRefused() {
    rolloutSpec =
        "{'decisionGroups': [{'groupName': 'dev'}, {'groupName': 'prod'}, {'groupName': 'dev'}]}";
    refuses(
        judged("{'type': 'manualPerGroup'}"),
        "DuplicateApproval",
        "Rollout spec.decisionGroups[2].groupName is \"dev\", listed before at [0]. Keep one"
            + " entry.");
  }

  @Test
  void contentTooLargeToStoreIsRefused() {
    contentBytes = 700 * 1024;
    assertThat(judged("{'type': 'All'}").refusal()).isEmpty();
    contentBytes++;
    refuses(
        judged("{'type': 'All'}"),
        "PolicyTooLarge",
        "its content has 701 KiB, and at most 700 can be kept. Split the policy.");
  }

  @Test
  void contentThatIsTooDeepIsRefused() {
    policySpec =
        "{'rolloutStrategy': {'type': 'All'}, 'a': %s1%s}"
            .formatted("{'a': ".repeat(99), "}".repeat(99));
    refuses(
        judged(),
        "TooDeep",
        "its content has more than 100 levels of maps and lists in one another. Make it flatter.");
  }

  @Test
  void problemsOfEverySourceAreNamedTogetherByPathAndTheReasonIsThatOfTheFirst() {
    rolloutSpec =
        "{'rolloutStrategy': {}, 'decisionGroups': [{'groupName': 'dev'}, {'groupName': 'dev'}]}";
    refuses(
        judged("{'type': 'Canary', 'pendingClusters': 'Later'}"),
        "DuplicateApproval",
        "Rollout spec.decisionGroups[1].groupName is \"dev\", listed before at [0]. Keep one entry."
            + " Rollout spec.rolloutStrategy is set, and so is spec.rolloutStrategy of the policy."
            + " Keep one of them. spec.rolloutStrategy.pendingClusters is \"Later\", which says"
            + " nothing about pending clusters. Use KeepPrevious or Inform."
            + " spec.rolloutStrategy.type is \"Canary\", which is no strategy. Use All,"
            + " Progressive, ProgressivePerGroup or manualPerGroup.");
  }

  @Test
  void afterTenProblemsTheRestIsCounted() {
    String entries = IntStream.range(0, 12).mapToObj(i -> "{}").collect(Collectors.joining(","));
    rolloutSpec = "{'rolloutStrategy': {}}";
    Refusal refusal =
        judged(
                "{'type': 'Progressive', 'progressive': {'mandatoryDecisionGroups': ["
                    + entries
                    + "]}}")
            .refusal()
            .orElseThrow();
    assertThat(refusal.reason()).isEqualTo("TwoStrategies");
    assertThat(refusal.message())
        .endsWith("names no group. Give groupName or groupIndex. And 3 more.");
  }

  @ParameterizedTest
  @CsvSource({
    "KEEP_PREVIOUS, false, enforce, Progressive, ''",
    "KEEP_PREVIOUS, true, Inform, Progressive, KeepPrevious",
    "INFORM, false, enforce, Progressive, Inform",
    "INFORM, true, inform, manualPerGroup, Inform",
    "KEEP_PREVIOUS, true, enforce, All, ''",
    "INFORM, true, enforce, All, Inform"
  })
  void modeAndAtOnceFollowFromPendingClustersTypeAndAction(
      PendingMode mode, boolean atOnce, String action, String type, String pending) {
    policySpec =
        "{'remediationAction': '%s', 'rolloutStrategy': {'type': '%s'%s}}"
            .formatted(
                action, type, pending.isEmpty() ? "" : ", 'pendingClusters': '" + pending + "'");
    assertThat(judged().mode()).isEqualTo(mode);
    assertThat(judged().atOnce()).isEqualTo(atOnce);
  }

  @Test
  void withoutALimitTheSmallestExplicitGroupSizeCountsElseOne() {
    assertThat(judged("{'type': 'Progressive'}").strategy().orElseThrow().maxConcurrency())
        .contains(Amount.count(1));
    groupSizes = List.of(25L, 10L);
    assertThat(judged("{'type': 'Progressive'}").strategy().orElseThrow().maxConcurrency())
        .contains(Amount.count(10));
    assertThat(judged("{'type': 'Progressive'}").warnings()).isEmpty();
  }

  @Test
  void progressiveWithoutALimitWarnsOfHowManyClustersStartAtOnce() {
    assertThat(
            judged(
                    "{'type': 'Progressive', 'progressive': {'maxConcurrency': '0%',"
                        + " 'mandatoryDecisionGroups': [{'groupName': 'canary'}]}}")
                .warnings())
        .containsExactly(
            new Warning(
                "NoLimit",
                "spec.rolloutStrategy.progressive.maxConcurrency is \"0%\", which means no limit: 3"
                    + " clusters start at once. Write 1 or more to limit that."));
    assertThat(judged("{'type': 'Progressive', 'progressive': {'maxConcurrency': 0}}").warnings())
        .extracting(Warning::note)
        .first()
        .asString()
        .contains("maxConcurrency is 0, which means no limit: 4 clusters start at once.");
    assertThat(judged("{'type': 'All'}").warnings()).isEmpty();
  }

  @Test
  void aMandatoryEntryWithNameAndIndexWarns() {
    assertThat(
            judged(
                    "{'type': 'ProgressivePerGroup', 'progressivePerGroup':"
                        + " {'mandatoryDecisionGroups': [{'groupName': 'prod', 'groupIndex': 0}]}}")
                .warnings())
        .containsExactly(
            new Warning(
                "OddSetting",
                "spec.rolloutStrategy.progressivePerGroup.mandatoryDecisionGroups[0] has a"
                    + " groupName and a groupIndex, and the name counts. Remove groupIndex."));
  }

  @Test
  void checksAreRefusedWithTheRest() {
    checks =
        CheckReader.read(
            List.of(
                Map.of(
                    "name",
                    "smoke",
                    "before",
                    List.of("prd"),
                    "webhook",
                    Map.of("url", "https://smoke.example.com"))));
    assertThat(
            judged("{'type': 'Progressive', 'progressive': {'maxFailures': -1}}")
                .refusal()
                .orElseThrow())
        .satisfies(
            refusal -> {
              assertThat(refusal.reason()).isEqualTo("CheckInvalid");
              assertThat(refusal.message())
                  .contains(
                      "Rollout spec.checks[0].before[0] of check smoke is \"prd\", which no bound"
                          + " placement declares. Use one of: canary, prod.")
                  .contains("maxFailures is -1, below zero");
            });
  }

  @Test
  void rulesOfApprovalsAreRefusedWithTheRest() {
    approvalRules = ApprovalRuleReader.read(List.of(Map.of("groups", List.of("prd"))));
    assertThat(judged("{'type': 'All'}").refusal().orElseThrow())
        .satisfies(
            refusal -> {
              assertThat(refusal.reason()).isEqualTo("ApprovalRulesInvalid");
              assertThat(refusal.message())
                  .endsWith(
                      "Rollout spec.approvalRules[0].groups[0] is \"prd\", which no bound placement"
                          + " declares. Use one of: canary, prod.");
            });
  }
}
