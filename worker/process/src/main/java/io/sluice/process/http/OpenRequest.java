package io.sluice.process.http;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Holds how far one request has come, and closes its connection when it takes too long for that.
 *
 * <p>A channel whose thread is interrupted is closed by the JDK, also while it reads or writes: so
 * the thread of the request ends, whatever it waits for.
 */
final class OpenRequest {
  enum Phase {
    HEADER,
    BODY,
    ANSWER
  }

  private final Thread thread;
  private Phase phase = Phase.HEADER;
  private Optional<Future<?>> limit = Optional.empty();
  private boolean ended;
  private boolean cut;

  OpenRequest(Thread thread) {
    this.thread = thread;
  }

  /** Begins a phase that may last this long; empty: for ever. */
  synchronized void enter(Phase next, Optional<Duration> longest, ScheduledExecutorService timer) {
    limit.ifPresent(former -> former.cancel(false));
    phase = next;
    limit =
        longest.map(
            length -> timer.schedule(() -> cutIn(next), length.toMillis(), TimeUnit.MILLISECONDS));
  }

  /** The timer may fire while the next phase begins. */
  private synchronized void cutIn(Phase late) {
    if (phase == late) {
      cut();
    }
  }

  /** Closes its connection. */
  synchronized void cut() {
    if (!ended) {
      cut = true;
      thread.interrupt();
    }
  }

  synchronized void end() {
    ended = true;
    limit.ifPresent(last -> last.cancel(false));
  }

  synchronized boolean isCut() {
    return cut;
  }

  synchronized boolean isRead() {
    return phase == Phase.ANSWER;
  }
}
