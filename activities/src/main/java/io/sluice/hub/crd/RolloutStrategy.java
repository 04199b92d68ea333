package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/**
 * Describes a rollout strategy, as a Policy or a Rollout has it (rollout-strategy 1.5, 1.6).
 *
 * <p>The CEL rules refuse with the messages of the check before an attempt; what depends on the hub
 * is left to that check. They replace enums and patterns: after a breach of the schema the server
 * evaluates no rules.
 */
@ValidationRule(
    value = "!has(self.all) || !has(self.type) || !(self.type in " + StrategyRules.NOT_ALL + ")",
    fieldPath = ".all",
    messageExpression = "'all" + StrategyRules.MISPLACED + "All.'")
@ValidationRule(
    value =
        "!has(self.progressive) || has(self.type) && !(self.type in "
            + StrategyRules.NOT_PROGRESSIVE
            + ")",
    fieldPath = ".progressive",
    messageExpression = "'progressive" + StrategyRules.MISPLACED + "Progressive.'")
@ValidationRule(
    value =
        "!has(self.progressivePerGroup) || has(self.type) && !(self.type in "
            + StrategyRules.NOT_PER_GROUP
            + ")",
    fieldPath = ".progressivePerGroup",
    messageExpression = "'progressivePerGroup" + StrategyRules.MISPLACED + "ProgressivePerGroup.'")
@ValidationRule(
    value =
        "!has(self.manualPerGroup) || has(self.type) && !(self.type in "
            + StrategyRules.NOT_MANUAL
            + ")",
    fieldPath = ".manualPerGroup",
    messageExpression = "'manualPerGroup" + StrategyRules.MISPLACED + "manualPerGroup.'")
@ValidationRule(
    value = "!has(self.all) || !has(self.all.maxConcurrency)",
    fieldPath = ".all.maxConcurrency",
    message = StrategyRules.CONCURRENCY_OF + "All" + StrategyRules.WANTS_PROGRESSIVE)
@ValidationRule(
    value = "!has(self.all) || !has(self.all.mandatoryDecisionGroups)",
    fieldPath = ".all.mandatoryDecisionGroups",
    message =
        "mandatoryDecisionGroups is set, but the type is All" + StrategyRules.WANTS_PROGRESSIVE)
@ValidationRule(
    value = "!has(self.progressivePerGroup) || !has(self.progressivePerGroup.maxConcurrency)",
    fieldPath = ".progressivePerGroup.maxConcurrency",
    message =
        StrategyRules.CONCURRENCY_OF + "ProgressivePerGroup" + StrategyRules.WANTS_PROGRESSIVE)
@ValidationRule(
    value = "!has(self.manualPerGroup) || !has(self.manualPerGroup.maxConcurrency)",
    fieldPath = ".manualPerGroup.maxConcurrency",
    message = StrategyRules.CONCURRENCY_OF + "manualPerGroup" + StrategyRules.WANTS_PROGRESSIVE)
public record RolloutStrategy(
    @ValidationRule(
            value = "self in " + StrategyRules.TYPES,
            messageExpression =
                "'type is \"' + self + '\", which is no strategy."
                    + " Use All, Progressive, ProgressivePerGroup or manualPerGroup.'")
        @Size(max = 253)
        @JsonPropertyDescription(
            "All (the default), Progressive, ProgressivePerGroup or manualPerGroup; the first"
                + " letter in either case.")
        String type,
    @JsonPropertyDescription("Settings of the type All.") StrategySettings all,
    @JsonPropertyDescription("Settings of the type Progressive.") StrategySettings progressive,
    @JsonPropertyDescription("Settings of the type ProgressivePerGroup.")
        StrategySettings progressivePerGroup,
    @JsonPropertyDescription("Settings of the type manualPerGroup.")
        StrategySettings manualPerGroup,
    @ValidationRule(
            value = "self in ['KeepPrevious', 'Inform']",
            messageExpression =
                "'pendingClusters is \"' + self + '\", which says nothing about pending clusters."
                    + " Use KeepPrevious or Inform.'")
        @Size(max = 253)
        @JsonPropertyDescription(
            "What a cluster runs before its turn: KeepPrevious (the version that it had) or Inform"
                + " (the new one, as inform).")
        String pendingClusters,
    @ValidationRule(
            value =
                "has(self.matchLabels) && size(self.matchLabels) > 0"
                    + " || has(self.matchExpressions) && size(self.matchExpressions) > 0",
            message =
                "ignoreClusterRolloutStatus names no label, and would ignore every cluster."
                    + " Add a label, or remove the field.")
        @JsonPropertyDescription("Clusters whose success or failure does not count.")
        LabelConditions ignoreClusterRolloutStatus) {}
