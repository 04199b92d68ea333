package io.sluice.rehearsal;

import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Shows the skipped time without the time of computing, and calls back at instants of it.
 *
 * <p>While workflow and activities compute, the time of Temporal's test server passes as on a wall.
 * But things happen only at instants that were set before: a report, an approval, a timer. So the
 * last of them is the time, in whole seconds.
 */
final class RehearsalClock {
  private final TestWorkflowEnvironment environment;
  private final ConcurrentSkipListSet<Instant> expected = new ConcurrentSkipListSet<>();

  RehearsalClock(TestWorkflowEnvironment environment, Instant from) {
    this.environment = environment;
    expect(from);
  }

  /** Records that something may happen at that instant. */
  void expect(Instant instant) {
    expected.add(instant);
  }

  Instant now() {
    return shown(exact());
  }

  private Instant exact() {
    return Instant.ofEpochMilli(environment.currentTimeMillis());
  }

  /** Returns the time at which what happens at that instant of the server was due. */
  Instant shown(Instant exact) {
    return Optional.ofNullable(expected.floor(exact)).orElse(exact).truncatedTo(ChronoUnit.SECONDS);
  }

  /** Calls back at that instant, or at once if it has passed. */
  void at(Instant instant, Runnable task) {
    Duration wait = Duration.between(exact(), instant);
    expect(instant);
    environment.registerDelayedCallback(wait.isNegative() ? Duration.ZERO : wait, task);
  }
}
