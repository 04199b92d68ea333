package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.sluice.workflow.owner.HubIdentity;
import io.sluice.workflow.owner.RunOwner;
import io.temporal.client.WorkflowClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether another hub uses this one's name in the Temporal namespace: while one has open
 * runs under it, nothing is started (rollout-strategy 3.2).
 *
 * <p>Level-triggered: when the other's runs have ended, or it has another name, runs are started
 * again. Runs that Temporal's visibility lists late, or not at all, are found by {@link
 * TemporalRuns}, one by one. A hub without an open run stops polling the task queue, so that the
 * workers of the other have it; one with open runs goes on, so that every rollout makes progress.
 */
public final class HubNameGuard {
  private static final Logger LOG = LoggerFactory.getLogger(HubNameGuard.class);
  private static final Duration EVERY = Duration.ofSeconds(30);

  /** This user may list no runs, or the server cannot. */
  private static final Set<Status.Code> UNLISTED =
      EnumSet.of(Status.Code.UNIMPLEMENTED, Status.Code.PERMISSION_DENIED);

  private final OwnRuns runs;
  private final Consumer<Boolean> queue;
  private final Clock clock;
  private Optional<String> problem = Optional.empty();
  private Instant next = Instant.MIN;

  /** The caller reports the result of the first check. */
  private boolean looked;

  /** What Temporal lists: who else uses the name, and whether this hub has a run. */
  private record Found(Optional<String> taken, boolean own) {}

  /**
   * Creates it; Temporal is asked by {@link #check} and {@link #seen} alone.
   *
   * @param queue takes after each check whether to stop polling the task queue: another hub has the
   *     name
   */
  public HubNameGuard(
      WorkflowClient temporal, HubIdentity hub, Consumer<Boolean> queue, Clock clock) {
    this.runs = new OwnRuns(temporal, hub);
    this.queue = requireNonNull(queue, "queue is null");
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
    Found found = find();
    if (looked && !found.taken().equals(problem)) {
      LOG.warn(
          "{}",
          found.taken().orElse("No other hub uses this one's name any more: rollouts start."));
    }
    problem = found.taken();
    next = now.plus(EVERY);
    looked = true;
    queue.accept(problem.isPresent() && !found.own());
    return problem;
  }

  /** Checks at once that a run of another hub was seen, unless that is known. */
  public synchronized void seen() {
    if (problem.isEmpty()) {
      next = Instant.MIN;
    }
    check();
  }

  private Found find() {
    try {
      List<Optional<RunOwner>> others = runs.open().stream().map(runs::other).toList();
      return new Found(
          others.stream().flatMap(Optional::stream).map(runs::taken).findFirst(),
          others.stream().anyMatch(Optional::isEmpty));
    } catch (StatusRuntimeException e) {
      if (UNLISTED.contains(e.getStatus().getCode())) {
        LOG.debug("Temporal lists no runs: {}", e.getMessage());
        return new Found(Optional.empty(), true);
      }
      throw e;
    }
  }

  /** Formats what the last check has found. */
  public synchronized Optional<String> problem() {
    return problem;
  }
}
