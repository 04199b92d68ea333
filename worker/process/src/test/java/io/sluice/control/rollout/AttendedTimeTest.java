package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AttendedTimeTest {
  private static final Instant START = Instant.parse("2026-02-03T09:00:00Z");

  private final MovableClock clock = new MovableClock(START);
  private long nanos;
  private boolean watching = true;
  private final AttendedTime attended = AttendedTime.measuredBy(clock, () -> nanos, () -> watching);

  private void pass(int seconds) {
    clock.pass(Duration.ofSeconds(seconds));
    nanos += Duration.ofSeconds(seconds).toNanos();
  }

  private void attend(int seconds) {
    for (int i = 0; i < seconds; i++) {
      pass(1);
      attended.since();
    }
  }

  @Test
  void timeWithoutAGapCountsFromTheBeginOfTheWait() {
    attend(20);

    assertThat(attended.since()).isEqualTo(START);
    assertThat(attended.countedFrom(START.plusSeconds(7))).isEqualTo(START.plusSeconds(7));
    assertThat(attended.countedFrom(START.minusSeconds(7))).isEqualTo(START);
  }

  @Test
  void aWaitBeginsAnewAfterTheProcessStoodStill() {
    attend(20);
    pass(6);

    assertThat(attended.countedFrom(START)).isEqualTo(clock.instant());
  }

  @Test
  void aWaitBeginsAnewAfterTheMachineWasSuspendedOrItsClockWasSet() {
    attend(20);
    clock.pass(Duration.ofSeconds(64));
    assertThat(attended.countedFrom(START)).isEqualTo(clock.instant());

    clock.pass(Duration.ofSeconds(-64));
    assertThat(attended.since()).isEqualTo(clock.instant());
  }

  @Test
  void aWaitBeginsAnewAfterTheWatchesWereDown() {
    attend(20);
    watching = false;
    attend(5);
    assertThat(attended.since()).isEqualTo(START);
    attend(1);
    assertThat(attended.since()).isEqualTo(clock.instant());
    watching = true;
    attend(1);
    Instant back = clock.instant();
    attend(3);
    assertThat(attended.since()).isEqualTo(back);
  }
}
