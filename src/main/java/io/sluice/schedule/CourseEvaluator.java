package io.sluice.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Evaluates what opens and what holds clusters that are covered by the same rules (between-waves
 * C2).
 *
 * <p>It steps through the instants at which any of the rules begins or ends. While clusters are
 * open, the window that opened them stays the one that is named; while they are closed, {@link
 * ScheduleTimes.Closed#rule} says which one is.
 */
final class CourseEvaluator {
  /** Names that nothing restricts. */
  static final int NO_RULE = -1;

  private final Collection<Closure> closures;
  private final Collection<WindowOpenings> calendars;

  /**
   * A freeze, or the time before {@code startAt}.
   *
   * @param start in seconds since 1970
   * @param end exclusive
   * @param rule index of the rule
   */
  record Closure(long start, long end, int rule) {
    boolean contains(long second) {
      return start <= second && second < end;
    }
  }

  /**
   * Says what is so from an instant on.
   *
   * @param second since 1970
   * @param rule index of what opens or holds
   */
  record State(long second, boolean open, int rule) {
    private boolean sameAs(State other) {
      return open == other.open && (open || rule == other.rule);
    }
  }

  /**
   * The states of a course.
   *
   * @param states in the order of time; the first is what is so at the beginning
   * @param until known up to here, exclusive
   */
  record Result(List<State> states, long until) {
    Result {
      states = List.copyOf(states);
    }
  }

  /**
   * @param calendars the openings of each calendar of which a window covers these clusters
   */
  CourseEvaluator(Collection<Closure> closures, Collection<WindowOpenings> calendars) {
    this.closures = closures;
    this.calendars = calendars;
  }

  /**
   * Evaluates the states from an instant on.
   *
   * @param now of what was so before it, only the last is kept
   * @param most how many states are kept; with more, less is known
   */
  Result evaluate(long from, long now, long until, int most) {
    long end = calendars.stream().mapToLong(WindowOpenings::until).reduce(until, Math::min);
    List<OpeningCursor> cursors = calendars.stream().map(OpeningCursor::new).toList();
    List<State> states = new ArrayList<>();
    for (long second : boundaries(from, end)) {
      State state = at(second, cursors);
      if (!states.isEmpty() && state.sameAs(states.get(states.size() - 1))) {
        continue;
      }
      if (second <= now) {
        states.clear();
      }
      if (states.size() == most) {
        return new Result(states, second);
      }
      states.add(state);
    }
    return new Result(states, end);
  }

  /** Returns the seconds at which anything begins or ends, in order; some more than once. */
  private long[] boundaries(long from, long until) {
    LongStream.Builder seconds = LongStream.builder();
    for (Closure closure : closures) {
      seconds.add(closure.start()).add(closure.end());
    }
    for (WindowOpenings calendar : calendars) {
      for (Opening opening : calendar.openings()) {
        seconds.add(opening.start()).add(opening.end());
      }
    }
    return LongStream.concat(
            LongStream.of(from),
            seconds.build().filter(second -> from < second && second < until).sorted())
        .toArray();
  }

  // Loops, because thousands of clusters may differ, and each has thousands of instants.
  private State at(long second, List<OpeningCursor> cursors) {
    Closure closure = null;
    for (Closure candidate : closures) {
      if (candidate.contains(second) && (closure == null || closure.end() < candidate.end())) {
        closure = candidate;
      }
    }
    boolean open = closure == null;
    Opening latest = null;
    for (OpeningCursor cursor : cursors) {
      // The one that begins last opens all of them, be it now or in the future.
      Opening opening = cursor.at(second);
      open &= opening.start() <= second;
      if (latest == null || latest.start() < opening.start()) {
        latest = opening;
      }
    }
    if (closure != null) {
      return new State(second, false, closure.rule());
    }
    return new State(second, open, latest == null ? NO_RULE : latest.rule());
  }
}
