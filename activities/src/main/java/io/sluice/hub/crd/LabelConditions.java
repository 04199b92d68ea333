package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;

/** Describes a selection of objects by their labels, as {@code ignoreClusterRolloutStatus}. */
public record LabelConditions(
    @JsonPropertyDescription("Labels with the values that must be there.")
        Map<String, String> matchLabels,
    @Size(max = 64) @JsonPropertyDescription("Further conditions, all of them necessary.")
        List<Expression> matchExpressions) {

  /** Describes one condition on a label. */
  @ValidationRule(
      value = "self.operator in ['In', 'NotIn', 'Exists', 'DoesNotExist']",
      fieldPath = ".operator",
      messageExpression =
          "'operator is \"' + self.operator + '\", which is no operator."
              + " Use In, NotIn, Exists or DoesNotExist.'")
  @ValidationRule(
      value = "!(self.operator in ['In', 'NotIn']) || has(self.values) && size(self.values) > 0",
      messageExpression =
          "self.operator + ' needs values for the label ' + self.key + '. List them under values.'")
  @ValidationRule(
      value =
          "!(self.operator in ['Exists', 'DoesNotExist']) || !has(self.values)"
              + " || size(self.values) == 0",
      fieldPath = ".values",
      messageExpression = "'values are given, but ' + self.operator + ' takes none. Remove them.'")
  public record Expression(
      @Required @Size(max = 317) @JsonPropertyDescription("The key of a label.") String key,
      @Required @Size(max = 63) @JsonPropertyDescription("In, NotIn, Exists or DoesNotExist.")
          String operator,
      @Size(max = 1024) @JsonPropertyDescription("For In and NotIn: the values of the label.")
          List<@Size(max = 63) String> values) {}
}
