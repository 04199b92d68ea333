package io.sluice.schedule;

import java.util.List;

/** Finds the opening of a calendar at instants that are asked in order. */
final class OpeningCursor {
  private final List<Opening> openings;
  private int next;

  OpeningCursor(WindowOpenings calendar) {
    openings = calendar.openings();
  }

  /** Returns the opening that contains this second, else the next one. */
  Opening at(long second) {
    while (openings.get(next).end() <= second) {
      next++;
    }
    return openings.get(next);
  }
}
