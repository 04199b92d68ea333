package io.sluice.placement.spec;

import static io.sluice.placement.spec.ParsedSpec.faults;
import static io.sluice.placement.spec.ParsedSpec.valid;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TolerationParserTest {
  @Test
  void withoutOperatorTheValueMustBeEqual() {
    assertThat(toleration("{key: 'gpu', value: 'a'}"))
        .isEqualTo(new Toleration("gpu", Optional.of("a"), "", OptionalLong.empty()));
    assertThat(toleration("{key: 'gpu', operator: 'Equal'}"))
        .isEqualTo(new Toleration("gpu", Optional.of(""), "", OptionalLong.empty()));
  }

  @Test
  void existsTakesEveryValueAndMayHaveNoKey() {
    assertThat(toleration("{operator: 'Exists', effect: 'NoSelect', tolerationSeconds: 30}"))
        .isEqualTo(new Toleration("", Optional.empty(), "NoSelect", OptionalLong.of(30)));
  }

  @Test
  void secondsStayInTheRangeOfInstants() {
    assertThat(toleration("{key: 'a', tolerationSeconds: 9223372036854775807}").seconds())
        .hasValue(100_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{operator: 'Exists', key: 'a', value: 'b'} | value is 'b', but the operator",
        "{operator: 'Equal', value: 'b'} | has no key",
        "{} | has no key",
        "{key: 'a', operator: 'Exist'} | operator is",
        "{key: 'a', effect: 'NoSchedule'} | effect is",
        "{key: 'a', tolerationSeconds: '10'} | tolerationSeconds is",
        "{key: 3} | key is 3"
      })
  void theseAreFaults(String toleration, String fault) {
    assertThat(faults("{tolerations: [%s]}".formatted(toleration)))
        .first()
        .asString()
        .startsWith("spec.tolerations[0]")
        .contains(fault.replace('\'', '"'));
  }

  private static Toleration toleration(String json) {
    return valid("{tolerations: [%s]}".formatted(json)).tolerations().get(0);
  }
}
