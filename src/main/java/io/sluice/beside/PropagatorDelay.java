package io.sluice.beside;

import io.sluice.policy.Dispatch;
import io.sluice.policy.Replica;
import io.sluice.rollout.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides what is reported of a cluster that is on a page while its replica informs: nothing, while
 * OCM's propagator has time to follow; then that it is late (policy-propagation 14.3.4).
 */
public final class PropagatorDelay {
  /** After how long without a change of the replica the propagator is late. */
  public static final Duration LONGEST = Duration.ofSeconds(10);

  private PropagatorDelay() {}

  /** Returns from when on the propagator is late; empty where it has followed. */
  public static Optional<Instant> end(Replica replica) {
    return replica
        .dispatch()
        .filter(listed -> replica.informs())
        .map(Dispatch::at)
        .map(listedAt -> listedAt.plus(LONGEST));
  }

  /**
   * Returns the report on a replica, or that the propagator is late; empty while it is not.
   *
   * @param replica with the dispatch that its page names, if one lists its cluster
   */
  public static Optional<Report> judged(Replica replica, Report report, Instant now) {
    Optional<Instant> end = end(replica);
    if (end.isEmpty()) {
      return Optional.of(report);
    }
    return now.isBefore(end.get()) ? Optional.empty() : Optional.of(report.notFollowed());
  }
}
