package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.sluice.workflow.owner.HubIdentity;
import io.temporal.client.WorkflowClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether another hub uses this one's name in the Temporal namespace: while one has open
 * runs under it, nothing is started (rollout-strategy 3.2).
 *
 * <p>Level-triggered: when the other's runs have ended, or it has another name, all goes on. What
 * Temporal's visibility shows late, or to nobody, is found at each single run by {@link
 * TemporalRuns}.
 */
public final class HubNameGuard {
  private static final Logger LOG = LoggerFactory.getLogger(HubNameGuard.class);
  private static final Duration EVERY = Duration.ofSeconds(30);

  /** This user may list no runs, or the server cannot. */
  private static final Set<Status.Code> UNLISTED =
      EnumSet.of(Status.Code.UNIMPLEMENTED, Status.Code.PERMISSION_DENIED);

  private final OwnRuns runs;
  private final Clock clock;
  private Optional<String> problem = Optional.empty();
  private Instant next = Instant.MIN;

  /** What the first look finds is reported by the one who starts. */
  private boolean looked;

  /** Creates it; it asks Temporal when it is asked. */
  public HubNameGuard(WorkflowClient temporal, HubIdentity hub, Clock clock) {
    this.runs = new OwnRuns(temporal, hub);
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Formats who uses the name, as known for at most half a minute; empty if nobody else does.
   *
   * @throws StatusRuntimeException when Temporal cannot be reached
   */
  public synchronized Optional<String> check() {
    Instant now = clock.instant();
    if (now.isBefore(next)) {
      return problem;
    }
    Optional<String> found = find();
    if (looked && !found.equals(problem)) {
      LOG.warn("{}", found.orElse("No other hub uses this one's name any more: rollouts start."));
    }
    problem = found;
    next = now.plus(EVERY);
    looked = true;
    return problem;
  }

  private Optional<String> find() {
    try {
      return runs.open().stream()
          .flatMap(run -> runs.other(run).stream())
          .map(runs::taken)
          .findFirst();
    } catch (StatusRuntimeException e) {
      if (UNLISTED.contains(e.getStatus().getCode())) {
        LOG.debug("Temporal lists no runs: {}", e.getMessage());
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Formats what the last check has found. */
  public synchronized Optional<String> problem() {
    return problem;
  }
}
