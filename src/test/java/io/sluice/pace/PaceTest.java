package io.sluice.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final Instant NOW = Instant.parse("2026-02-03T09:00:00Z");
  private static final Duration LEAST = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final Pace pace = Pace.between(LEAST, LONGEST);

  @Test
  void whatWasNotDoneYetMayBeDoneAtOnce() {
    assertThat(pace.later(NOW)).isEmpty();
    assertThat(Pace.every(LEAST).later(Instant.MIN)).isEmpty();
  }

  @Test
  void whatWasDoneMayBeDoneAgainWhenTheIntervalHasPassed() {
    Pace done = Pace.every(LEAST).done(NOW);
    assertThat(done.later(NOW)).contains(NOW.plusSeconds(2));
    assertThat(done.later(NOW.plusMillis(1_999))).contains(NOW.plusSeconds(2));
    assertThat(done.later(NOW.plusSeconds(2))).isEmpty();
  }

  @Test
  void theIntervalOfTheLastTimeCounts() {
    Pace done = pace.done(NOW, pace.doubled(2)).done(NOW.plusSeconds(1), LEAST);
    assertThat(done.next()).isEqualTo(NOW.plusSeconds(3));
  }

  @Test
  void theLeastIntervalIsDoubledUpToTheLongest() {
    List<Long> seconds =
        IntStream.of(-1, 0, 1, 2, 3, 100, Integer.MAX_VALUE)
            .mapToLong(times -> pace.doubled(times).toSeconds())
            .boxed()
            .toList();
    assertThat(seconds).containsExactly(2L, 2L, 4L, 8L, 10L, 10L, 10L);
  }

  @Test
  void whatTakesShortWaitsForTheLeast() {
    assertThat(pace.share(Duration.ofMillis(50), 40)).isEqualTo(LEAST);
    assertThat(pace.share(Duration.ofMillis(1), 40)).isEqualTo(LEAST);
  }

  @Test
  void whatTakesLongerTakesAtMostItsShareOfTheTime() {
    assertThat(pace.share(Duration.ofMillis(150), 40)).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void nothingWaitsForMoreThanTheLongest() {
    assertThat(pace.share(Duration.ofMinutes(1), 40)).isEqualTo(LONGEST);
  }

  @Test
  void theLongestCountsWhereTheLeastIsLonger() {
    Pace tight = Pace.between(LONGEST, LEAST);
    assertThat(tight.share(Duration.ofSeconds(1), 40)).isEqualTo(LEAST);
    assertThat(tight.doubled(1)).isEqualTo(LEAST);
    assertThat(tight.done(NOW).next()).isEqualTo(NOW.plus(LEAST));
  }
}
