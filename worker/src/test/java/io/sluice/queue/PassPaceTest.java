package io.sluice.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PassPaceTest {
  private static final Duration LEAST = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private final PassPace<String> pace = new PassPace<>(LEAST, LONGEST);

  @Test
  void shortPassesWaitForTheLeast() {
    assertThat(pace.delay("policy")).isEqualTo(LEAST);
    pace.took("policy", Duration.ofMillis(50));
    assertThat(pace.delay("policy")).isEqualTo(LEAST);
  }

  @Test
  void longerPassesTakeAtMostOnePartInFortyOfTheTime() {
    pace.took("policy", Duration.ofMillis(150));
    assertThat(pace.delay("policy")).isEqualTo(Duration.ofSeconds(6));
    assertThat(pace.delay("another")).isEqualTo(LEAST);
  }

  @Test
  void noPassWaitsForMoreThanTheLongest() {
    pace.took("policy", Duration.ofMinutes(1));
    assertThat(pace.delay("policy")).isEqualTo(LONGEST);
  }

  @Test
  void theLastPassCounts() {
    pace.took("policy", Duration.ofMinutes(1));
    pace.took("policy", Duration.ofMillis(1));
    assertThat(pace.delay("policy")).isEqualTo(LEAST);
  }
}
