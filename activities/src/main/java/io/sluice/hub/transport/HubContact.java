package io.sluice.hub.transport;

import java.time.Duration;

/** Records when the hub last sent anything, on any connection. */
public final class HubContact {
  private volatile long heardNanos = System.nanoTime();

  void heard() {
    heardNanos = System.nanoTime();
  }

  /** Returns how long the hub has been silent. */
  public Duration silence() {
    return Duration.ofNanos(System.nanoTime() - heardNanos);
  }
}
