package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

/**
 * Holds one thing that keeps a worker from its work, or a hub from being handed over.
 *
 * @param reason the reason for programs, as in conditions: {@code PropagatorRunning}
 * @param message what it is and what to do, for people
 */
public record Obstacle(String reason, String message) {
  public Obstacle {
    requireNonNull(reason, "reason is null");
    requireNonNull(message, "message is null");
  }
}
