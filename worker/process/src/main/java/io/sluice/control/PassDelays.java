package io.sluice.control;

import io.sluice.pace.Pace;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides how long changes of replicas are collected until the next pass over their policy, by what
 * the last one took: passes over a large fleet take long, and each cluster would bring another.
 */
final class PassDelays {
  /**
   * While a run is open: the run itself changes replicas all the time, and only what others do to
   * them needs a signal, or a repair.
   */
  private static final Pace OPEN_RUN = Pace.between(Duration.ofSeconds(2), Duration.ofSeconds(10));

  private static final int OPEN_RUN_SHARE = 40;

  /** Otherwise: events of many writes of one pass, or of the propagator's, go into the next one. */
  private static final Pace NO_RUN = Pace.between(Duration.ofMillis(200), Duration.ofSeconds(5));

  private static final int NO_RUN_SHARE = 20;

  private final Map<PolicyName, Pass> last = new ConcurrentHashMap<>();

  private record Pass(Instant ended, Duration cost) {}

  /** Enters a pass. */
  void passed(PolicyName policy, Instant begun, Instant ended) {
    last.put(policy, new Pass(ended, Duration.between(begun, ended)));
  }

  /** Forgets a policy of which nothing is left. */
  void forget(PolicyName policy) {
    last.remove(policy);
  }

  /** Returns the delay while a run is open, from each change that finds no pass waiting. */
  Duration openRun(PolicyName policy) {
    return Optional.ofNullable(last.get(policy))
        .map(pass -> OPEN_RUN.share(pass.cost(), OPEN_RUN_SHARE))
        .orElse(OPEN_RUN.least());
  }

  /** Returns the delay while none is open; a change some time after the last pass waits little. */
  Duration noRun(PolicyName policy, Instant now) {
    Instant soon = now.plus(NO_RUN.least());
    return Optional.ofNullable(last.get(policy))
        .flatMap(
            pass -> NO_RUN.done(pass.ended(), NO_RUN.share(pass.cost(), NO_RUN_SHARE)).later(soon))
        .map(next -> Duration.between(now, next))
        .orElse(NO_RUN.least());
  }
}
