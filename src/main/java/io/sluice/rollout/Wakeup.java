package io.sluice.rollout;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Names the next instant at which time alone can change something.
 *
 * @param why what happens then: {@code soak of dev until 10:20:00Z}
 */
public record Wakeup(Instant at, String why) {
  public Wakeup {
    requireNonNull(at, "at is null");
    requireNonNull(why, "why is null");
  }
}
