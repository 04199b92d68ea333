package io.sluice.control.run;

import io.sluice.pace.Pace;
import java.time.Duration;

/**
 * Says how often each open run is looked at without a change on the hub: every 15 s, but no more
 * than 20 runs a second, so that a process with a thousand of them that wait stays idle.
 */
public final class LookInterval {
  private static final Pace LOOKS = Pace.between(Duration.ofSeconds(15), Duration.ofMinutes(5));
  private static final Duration TURN = Duration.ofMillis(50);

  private LookInterval() {}

  /** Returns it for that many open runs. */
  public static Duration of(int runs) {
    return LOOKS.share(TURN, runs);
  }
}
