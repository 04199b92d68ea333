package io.sluice.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class AttendedTimeTest {
  private static final Instant START = Instant.parse("2026-02-03T09:00:00Z");

  private Instant now = START;
  private long nanos;
  private boolean watching = true;
  private final AttendedTime attended =
      AttendedTime.measuredBy(clock(), () -> nanos, () -> watching);

  private Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return now;
      }
    };
  }

  private void pass(int seconds) {
    now = now.plusSeconds(seconds);
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

    assertThat(attended.countedFrom(START)).isEqualTo(now);
  }

  @Test
  void aWaitBeginsAnewAfterTheMachineWasSuspendedOrItsClockWasSet() {
    attend(20);
    now = now.plusSeconds(64);
    assertThat(attended.countedFrom(START)).isEqualTo(now);

    now = now.minusSeconds(64);
    assertThat(attended.since()).isEqualTo(now);
  }

  @Test
  void aWaitBeginsAnewAfterTheWatchesWereDown() {
    attend(20);
    watching = false;
    attend(5);
    assertThat(attended.since()).isEqualTo(START);
    attend(1);
    assertThat(attended.since()).isEqualTo(now);
    watching = true;
    attend(1);
    Instant back = now;
    attend(3);
    assertThat(attended.since()).isEqualTo(back);
  }
}
