package io.sluice.hub.crd;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.StrategyReader;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the reader of strategies against the schema, whose samples {@link CrdsIT} tries. */
class StrategySamplesTest {
  static List<Sample> refused() {
    return Sample.of("strategies-refused.yaml");
  }

  static List<Sample> accepted() {
    return Sample.of("strategies-accepted.yaml");
  }

  @ParameterizedTest
  @MethodSource("refused")
  void whatTheServerRefusesTheReaderRefusesToo(Sample sample) {
    assertThat(problems(sample))
        .anyMatch(problem -> problem.path().startsWith("spec.rolloutStrategy." + sample.field()));
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void whatTheServerTakesTheReaderTakesToo(Sample sample) {
    assertThat(problems(sample)).isEmpty();
  }

  private static List<Problem> problems(Sample sample) {
    return StrategyReader.strict(sample.tree(), "spec.rolloutStrategy", DeclaredGroups.unknown())
        .match(accepted -> List.of(), refused -> refused.problems());
  }
}
