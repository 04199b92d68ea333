package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.HubException;
import io.sluice.tools.option.ShutdownSignal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads a status whenever it may have changed, until a caller has seen enough.
 *
 * <p>A hub that cannot be read any more is reported once, and read again until it can: the first
 * read alone must succeed.
 */
public final class StatusPoller {
  /** The shortest time between two reads, and the longest until Ctrl-C is noticed. */
  private static final Duration TICK = Duration.ofMillis(200);

  private final StatusSource source;
  private final PrintWriter err;
  private boolean reported;

  public StatusPoller(StatusSource source, PrintWriter err) {
    this.source = requireNonNull(source, "source is null");
    this.err = requireNonNull(err, "err is null");
  }

  /**
   * Reads until a result is returned.
   *
   * @param first what was read already
   * @param step is called with what was read last, also while nothing changes: several times a
   *     second
   * @return empty when the program is to end before
   */
  public <T> Optional<T> poll(
      StatusSource.Found first,
      ChangeSignal changes,
      ShutdownSignal signal,
      Function<StatusSource.Found, Optional<T>> step) {
    StatusSource.Found found = first;
    while (true) {
      Optional<T> result = step.apply(found);
      if (result.isPresent()) {
        return result;
      }
      if (signal.comes(TICK)) {
        return Optional.empty();
      }
      if (changes.due()) {
        found = read(found);
      }
    }
  }

  private StatusSource.Found read(StatusSource.Found last) {
    try {
      StatusSource.Found found = source.read();
      reported = false;
      return found;
    } catch (HubException e) {
      if (e.code() >= 400 && e.code() < 500 && e.code() != 429) {
        throw e;
      }
      if (!reported) {
        reported = true;
        err.println(e.getMessage());
        err.flush();
      }
      return last;
    }
  }
}
