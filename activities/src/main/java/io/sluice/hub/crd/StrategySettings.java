package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.List;

/**
 * Describes the settings of one strategy type (rollout-strategy 1.5).
 *
 * <p>All four types share the fields, also those that only one of them reads: the server silently
 * drops a field that the schema lacks, and the rollout would run without it.
 */
public record StrategySettings(
    @ValidationRule(
            value = StrategyRules.SOAK,
            messageExpression = "'minSuccessTime" + StrategyRules.NO_DURATION + "0\".'")
        @Size(max = 253)
        @JsonPropertyDescription("How long a success must last, such as 10m. Absent: 0.")
        String minSuccessTime,
    @ValidationRule(
            value = StrategyRules.DEADLINE,
            messageExpression = "'progressDeadline" + StrategyRules.NO_DURATION + "None\".'")
        @Size(max = 253)
        @JsonPropertyDescription(
            "How long a cluster may take to succeed, such as 30m, or None (the default).")
        String progressDeadline,
    @ValidationRule(
            value = StrategyRules.NOT_QUOTED,
            messageExpression = "'maxFailures" + StrategyRules.QUOTED)
        @ValidationRule(
            value = StrategyRules.NOT_NEGATIVE,
            messageExpression = "'maxFailures" + StrategyRules.NEGATIVE)
        @ValidationRule(
            value = StrategyRules.PERCENTAGE,
            messageExpression = "'maxFailures" + StrategyRules.NO_PERCENTAGE)
        @Size(max = 253)
        @JsonPropertyDescription(
            "How many clusters may fail, as a number or a whole percentage. Absent: 0.")
        IntOrString maxFailures,
    @ValidationRule(
            value = StrategyRules.NOT_QUOTED,
            messageExpression = "'maxConcurrency" + StrategyRules.QUOTED)
        @ValidationRule(
            value = StrategyRules.NOT_NEGATIVE,
            messageExpression = "'maxConcurrency" + StrategyRules.NEGATIVE)
        @ValidationRule(
            value = StrategyRules.PERCENTAGE,
            messageExpression = "'maxConcurrency" + StrategyRules.NO_PERCENTAGE)
        @Size(max = 253)
        @JsonPropertyDescription(
            "Progressive only: how many clusters may be under way at once, as a number or a whole"
                + " percentage; 0 is no limit. Absent: the size of the smallest decision group that"
                + " a placement sets, else 1.")
        IntOrString maxConcurrency,
    @Size(max = 256)
        @JsonPropertyDescription(
            "Groups that go first and tolerate no failed cluster. Not for type All.")
        List<MandatoryGroup> mandatoryDecisionGroups,
    @ValidationRule(
            value = "false",
            message =
                "timeout is set, the former name of this setting."
                    + " Write progressDeadline, such as \"50m\".")
        @JsonPropertyDescription("The former name of progressDeadline; refused.")
        String timeout) {

  /** Names one decision group, or all of one name. */
  @ValidationRule(
      value = "has(self.groupName) && self.groupName != '' || has(self.groupIndex)",
      message = "The entry names no group. Give groupName or groupIndex.")
  public record MandatoryGroup(
      @Size(max = 63) @JsonPropertyDescription("Every group of this name, in every placement.")
          String groupName,
      @ValidationRule(value = "self >= 0", message = "groupIndex is below zero. Write 0 or more.")
          @JsonPropertyDescription("The group with this index; with one bound placement only.")
          Integer groupIndex) {}
}
