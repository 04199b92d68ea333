package io.sluice.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the format of instants, durations and lists. */
class WordingTest {
  @ParameterizedTest
  @CsvSource({
    "2026-01-01T10:20:00Z, 2026-01-01T10:00:00Z, 10:20:00Z",
    "2026-01-01T10:20:00.001Z, 2026-01-01T10:00:00Z, 10:20:01Z",
    "2026-01-02T00:00:00Z, 2026-01-01T23:59:59Z, 2026-01-02T00:00:00Z",
    "2026-01-01T23:59:59.500Z, 2026-01-01T23:00:00Z, 2026-01-02T00:00:00Z",
    "2026-02-03T10:20:00Z, 2026-01-01T10:00:00Z, 2026-02-03T10:20:00Z"
  })
  void aTimeShowsItsDateOnAnotherDayAndIsRoundedUp(Instant instant, Instant now, String text) {
    assertThat(Wording.at(instant, now)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"PT1H30M, 1h30m", "PT90S, 1m30s", "PT10M, 10m", "PT0S, 0s", "PT48H, 48h"})
  void aDurationIsFormattedAsInAStrategy(Duration duration, String text) {
    assertThat(Wording.of(duration)).isEqualTo(text);
  }

  @Test
  void fiveNamesAreShown() {
    assertThat(Wording.names(List.of("a", "b", "c", "d", "e"))).isEqualTo("a, b, c, d, e");
  }

  @Test
  void theSixthNameIsCounted() {
    assertThat(Wording.names(List.of("a", "b", "c", "d", "e", "f")))
        .isEqualTo("a, b, c, d, e and 1 more");
  }

  @Test
  void oneClusterIsSingular() {
    assertThat(Wording.clusters(1)).isEqualTo("1 cluster");
    assertThat(Wording.clusters(0)).isEqualTo("0 clusters");
  }
}
