package io.sluice.control.rollout;

import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Notices when a run writes to a cluster after every cluster that it had written before has
 * reported success: from one group to the next.
 *
 * <p>If a cluster fails or is silent, or succeeds on weak evidence, which has a soak of its own,
 * the next write waits for more than a report, and is not noticed.
 */
final class NextWriteClock {
  private final Set<String> inFlight = new HashSet<>();
  private Optional<Instant> lastReport = Optional.empty();

  /**
   * Takes the verdict on a cluster that the run has written to.
   *
   * @param fresh whether it is the first one
   * @return the last report before this write, if this is the first write after it
   */
  Optional<Instant> judged(
      String cluster, boolean fresh, boolean succeeded, boolean weak, Instant now) {
    if (fresh) {
      Optional<Instant> report = inFlight.isEmpty() ? lastReport : Optional.empty();
      lastReport = Optional.empty();
      if (!succeeded) {
        inFlight.add(cluster);
      }
      return succeeded ? Optional.empty() : report;
    }
    if (succeeded && inFlight.remove(cluster)) {
      lastReport = weak ? Optional.empty() : Optional.of(now);
    }
    return Optional.empty();
  }
}
