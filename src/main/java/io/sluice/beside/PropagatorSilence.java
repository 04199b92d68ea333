package io.sluice.beside;

import io.sluice.rollout.Wording;
import java.time.Instant;

/**
 * Formats that OCM's propagator does not run, as its Lease shows. What is written in a Lease
 * decides nothing (policy-propagation 8.1): it explains a wait for the propagator.
 */
public final class PropagatorSilence {
  private PropagatorSilence() {}

  /**
   * Returns the sentence for what waits for the propagator.
   *
   * @param since when it renewed its Lease last
   */
  public static String text(Instant since, Instant now) {
    return "Waiting for OCM's propagator: it has not renewed its Lease since %s."
        .formatted(Wording.at(since, now));
  }
}
