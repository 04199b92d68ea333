package io.sluice.process;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a step of the start until it succeeds, and reports what it waits for: at once, and then
 * every ten seconds.
 */
final class StartupRetry {
  private static final Logger LOG = LoggerFactory.getLogger(StartupRetry.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration REPORT_EVERY = Duration.ofSeconds(10);

  private final SluiceProcess.EndSignal end;
  private final Consumer<String> messages;
  private final Clock clock;
  private volatile String waiting = "";

  StartupRetry(SluiceProcess.EndSignal end, Consumer<String> messages, Clock clock) {
    this.end = end;
    this.messages = messages;
    this.clock = clock;
  }

  /** Formats what it waits for; empty while nothing has failed. */
  String waiting() {
    return waiting;
  }

  /** Returns true when all steps succeeded, false when the process is to end before that. */
  boolean until(List<Runnable> steps) throws InterruptedException {
    for (Runnable step : steps) {
      if (!until(step)) {
        return false;
      }
    }
    return true;
  }

  /** Returns true when the step succeeded, false when the process is to end before that. */
  boolean until(Runnable step) throws InterruptedException {
    Instant begin = clock.instant();
    Instant next = begin;
    String reported = "";
    while (!end.await(reported.isEmpty() ? Duration.ZERO : PAUSE)) {
      String failure;
      try {
        step.run();
        waiting = "";
        return true;
      } catch (IllegalStateException e) {
        LOG.debug("a step of the start failed", e);
        failure = e.getMessage();
      }
      Instant now = clock.instant();
      if (!failure.equals(reported) || !now.isBefore(next)) {
        long tried = Duration.between(begin, now).toSeconds();
        waiting = failure + " Tried for %d s; trying again.".formatted(tried);
        messages.accept(waiting);
        next = now.plus(REPORT_EVERY);
      }
      reported = failure;
    }
    return false;
  }
}
