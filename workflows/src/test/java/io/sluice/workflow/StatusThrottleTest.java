package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.Counts;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.workflow.StatusThrottle.Draft;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusThrottleTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final StatusThrottle throttle = new StatusThrottle(EVERY);

  private static Draft draft(int succeeded, boolean paused) {
    Progress progress =
        new Progress(
            Optional.of("Progressing"),
            Phase.PROGRESSING,
            Optional.empty(),
            "Waiting.",
            NOW,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            new Counts(9, succeeded, 0, 0, 0, 0, 0, 0, 0),
            0,
            0,
            List.of(),
            0,
            List.of(),
            paused);
    return new Draft(progress, 1);
  }

  private void write(Duration takes) {
    throttle.begun(draft(1, false), NOW);
    throttle.ended(NOW.plus(takes));
  }

  /** When numbers are written by a timer that is set so long after the last write began. */
  private Duration numbers(Duration after) {
    return Duration.between(NOW, throttle.dueAt(draft(2, false), NOW.plus(after)).orElseThrow());
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @Test
  void numbersAreWrittenAsOftenAsTheSettingsSayWhereAWriteIsQuick() {
    write(Duration.ofMillis(40));
    assertThat(numbers(seconds(1))).isEqualTo(EVERY);
    assertThat(numbers(EVERY)).isEqualTo(EVERY);
    assertThat(throttle.dueAt(draft(1, false), NOW)).as("no other").isEmpty();
  }

  @Test
  void writesTakeAtMostOnePartInTenOfTheTime() {
    write(Duration.ofMillis(700));
    assertThat(numbers(seconds(7))).as("with a step that comes then").isEqualTo(seconds(7));
    assertThat(numbers(seconds(6))).as("by itself").isEqualTo(seconds(12));

    write(Duration.ofMillis(40));
    assertThat(numbers(seconds(1))).as("it is quick again").isEqualTo(EVERY);
  }

  @Test
  void numbersDoNotGetOldWhateverAWriteTakes() {
    write(Duration.ofMinutes(3));
    assertThat(numbers(seconds(20))).isEqualTo(seconds(20));
    assertThat(numbers(seconds(19))).isEqualTo(seconds(38));
  }

  @Test
  void whatMustNotWaitDoesNot() {
    write(Duration.ofSeconds(2));
    assertThat(throttle.dueAt(draft(1, true), NOW.plusMillis(1))).contains(NOW.plusMillis(1));
  }

  @Test
  void aLongerIntervalOfTheSettingsHolds() {
    StatusThrottle slow = new StatusThrottle(Duration.ofMinutes(1));
    slow.begun(draft(1, false), NOW);
    slow.ended(NOW.plusMillis(40));
    assertThat(slow.dueAt(draft(2, false), NOW.plusSeconds(1))).contains(NOW.plusSeconds(60));
  }

  @Test
  void beforeRulesTwoTheIntervalIsThatOfTheSettings() {
    throttle.fix();
    write(Duration.ofSeconds(2));
    assertThat(numbers(seconds(1))).isEqualTo(EVERY);
  }
}
