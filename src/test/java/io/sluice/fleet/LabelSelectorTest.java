package io.sluice.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.LabelSelector.Operator;
import io.sluice.fleet.LabelSelector.Requirement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelSelectorTest {
  @ParameterizedTest
  @CsvSource({
    "IN, true, false, false",
    "NOT_IN, false, true, true",
    "EXISTS, true, true, false",
    "DOES_NOT_EXIST, false, false, true"
  })
  void eachOperatorMatchesALabelAsInKubernetes(
      Operator operator, boolean listed, boolean unlisted, boolean absent) {
    List<String> values = operator.takesValues() ? List.of("lab", "test") : List.of();
    LabelSelector selector =
        new LabelSelector(Map.of(), List.of(new Requirement("env", operator, values)));

    assertThat(selector.matches(Map.of("env", "lab"))).isEqualTo(listed);
    assertThat(selector.matches(Map.of("env", "prod"))).isEqualTo(unlisted);
    assertThat(selector.matches(Map.of("other", "lab"))).isEqualTo(absent);
  }

  @Test
  void everyTermMustHold() {
    LabelSelector selector =
        new LabelSelector(
            Map.of("env", "lab"), List.of(new Requirement("edge", Operator.EXISTS, List.of())));

    assertThat(selector.matches(Map.of("env", "lab", "edge", ""))).isTrue();
    assertThat(selector.matches(Map.of("env", "lab"))).isFalse();
    assertThat(selector.matches(Map.of("edge", ""))).isFalse();
  }
}
