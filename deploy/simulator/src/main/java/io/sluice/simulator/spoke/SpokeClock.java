package io.sluice.simulator.spoke;

import java.time.Duration;
import java.time.Instant;

/** Dates the events of one policy by the spoke's clock, no two alike. */
final class SpokeClock {
  private Instant last = Instant.MIN;

  Instant stamp(Instant now, SpokeBehaviour behaviour) {
    last = now.isAfter(last) ? now : last.plusNanos(1);
    return last.plus(behaviour.time(SpokeAnomaly.CLOCK_OFFSET).orElse(Duration.ZERO));
  }
}
