package io.sluice.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookIntervalTest {
  @ParameterizedTest
  @CsvSource({"0, 15", "1, 15", "300, 15", "1000, 50", "6000, 300", "100000, 300"})
  void manyRunsAreLookedAtLessOften(int runs, int seconds) {
    assertThat(LookInterval.of(runs)).isEqualTo(Duration.ofSeconds(seconds));
  }
}
