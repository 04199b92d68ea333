package io.sluice.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries a step until it succeeds, and says what it waits for: at once, and then every ten seconds.
 */
final class StartupRetry {
  private static final Logger LOG = LoggerFactory.getLogger(StartupRetry.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final SluiceProcess.Ending ending;
  private final Consumer<String> news;

  StartupRetry(SluiceProcess.Ending ending, Consumer<String> news) {
    this.ending = ending;
    this.news = news;
  }

  /** True when the step succeeded, false when the process is to end before that. */
  boolean until(Runnable step) throws InterruptedException {
    Instant begin = Instant.now();
    Instant next = begin;
    String said = "";
    while (!ending.await(said.isEmpty() ? Duration.ZERO : PAUSE)) {
      String failure;
      try {
        step.run();
        return true;
      } catch (IllegalStateException e) {
        LOG.debug("tried in vain", e);
        failure = e.getMessage();
      }
      Instant now = Instant.now();
      if (!failure.equals(said) || !now.isBefore(next)) {
        long tried = Duration.between(begin, now).toSeconds();
        news.accept(failure + " Tried for %d s, trying on.".formatted(tried));
        next = now.plus(EVERY);
      }
      said = failure;
    }
    return false;
  }
}
