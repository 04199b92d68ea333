package io.sluice.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PassDelaysTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private static final PolicyName OTHER = new PolicyName("policies", "other");

  private final PassDelays delays = new PassDelays();

  private void passed(long millis) {
    delays.passed(WEB, NOW.minusMillis(millis), NOW);
  }

  private long noRun(long millisAfterThePass) {
    return delays.noRun(WEB, NOW.plusMillis(millisAfterThePass)).toMillis();
  }

  @Test
  void aQuickPassIsRepeatedSoon() {
    passed(5);
    assertThat(noRun(1)).isEqualTo(200);
    assertThat(delays.openRun(WEB)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void aSlowPassIsNotRepeatedWithEachReplica() {
    passed(150);
    assertThat(noRun(0)).isEqualTo(3_000);
    assertThat(noRun(1_000)).isEqualTo(2_000);
    assertThat(delays.openRun(WEB)).isEqualTo(Duration.ofSeconds(6));
    assertThat(delays.noRun(OTHER, NOW)).as("another policy").isEqualTo(Duration.ofMillis(200));
    assertThat(delays.openRun(OTHER)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void aChangeAfterAWhileWaitsLittle() {
    passed(150);
    assertThat(noRun(2_900)).isEqualTo(200);
    assertThat(noRun(60_000)).isEqualTo(200);
  }

  @Test
  void aPolicyThatIsMadeAnewWaitsLittle() {
    passed(150);
    delays.forget(WEB);
    assertThat(noRun(0)).isEqualTo(200);
    assertThat(delays.openRun(WEB)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void noChangeWaitsLong() {
    passed(60_000);
    assertThat(noRun(0)).isEqualTo(5_000);
    assertThat(delays.openRun(WEB)).isEqualTo(Duration.ofSeconds(10));
  }
}
