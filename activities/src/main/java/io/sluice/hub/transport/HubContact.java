package io.sluice.hub.transport;

import java.time.Duration;

/**
 * Records when the hub last sent anything, on any connection, and holds the observer of requests.
 */
public final class HubContact {
  private volatile long heardNanos = System.nanoTime();
  private volatile RequestObserver observer = RequestObserver.NONE;

  void heard() {
    heardNanos = System.nanoTime();
  }

  /** Sets who learns of all requests from now on. */
  public void observe(RequestObserver next) {
    observer = next;
  }

  RequestObserver observer() {
    return observer;
  }

  /** Returns how long the hub has been silent. */
  public Duration silence() {
    return Duration.ofNanos(System.nanoTime() - heardNanos);
  }
}
