package io.sluice.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Lists when windows are open, with overlapping openings merged (between-waves C3).
 *
 * @param openings in the order of time, apart from each other; the last ones begin at {@code until}
 *     or later, so that it is always known which window opens next
 * @param until known up to here, exclusive
 */
record WindowOpenings(List<Opening> openings, long until) {
  /** As many as a thousand hours of a window that opens twice an hour. */
  private static final int MOST = 2_000;

  private static final long NEVER = Long.MAX_VALUE;

  WindowOpenings {
    openings = List.copyOf(openings);
  }

  /**
   * Finds those of one window.
   *
   * @param rule index of the window
   */
  static WindowOpenings of(WindowRule window, int rule, Instant from, Instant until) {
    long length = window.window().toSeconds();
    List<Opening> merged = new ArrayList<>();
    window
        .cron()
        .visit(
            from.minus(window.window()),
            until,
            window.zone(),
            start -> {
              add(merged, new Opening(start, start + length, rule));
              return merged.size() <= MOST;
            });
    if (merged.size() > MOST) {
      return new WindowOpenings(merged, merged.get(MOST).start());
    }
    long next = window.cron().next(until, window.zone()).map(Instant::getEpochSecond).orElse(NEVER);
    // Apart from what is merged, as it says only which window opens next.
    merged.add(new Opening(next, NEVER, rule));
    return new WindowOpenings(merged, until.getEpochSecond());
  }

  /** Joins windows of one calendar: open while any is (C2). */
  static WindowOpenings joined(Collection<WindowOpenings> windows) {
    List<Opening> merged = new ArrayList<>();
    windows.stream()
        .flatMap(window -> window.openings.stream())
        .sorted(Comparator.comparingLong(Opening::start).thenComparingInt(Opening::rule))
        .forEach(opening -> add(merged, opening));
    return new WindowOpenings(
        merged, windows.stream().mapToLong(WindowOpenings::until).min().orElse(Long.MAX_VALUE));
  }

  /** Adds one that begins no earlier than the last; they are one if they overlap or touch. */
  private static void add(List<Opening> merged, Opening opening) {
    Opening last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
    if (last == null || last.end() < opening.start()) {
      merged.add(opening);
    } else if (last.end() < opening.end()) {
      merged.set(merged.size() - 1, new Opening(last.start(), opening.end(), last.rule()));
    }
  }
}
