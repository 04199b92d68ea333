package io.sluice.placement.simulation;

/**
 * Changes a fleet, a Placement or an object by random numbers of its own, so that a script without
 * its other events still means the same.
 */
record FleetEvent(Kind kind, long seed) {
  enum Kind {
    JOIN,
    LEAVE,
    REPLACE,
    RELABEL,
    RESIZE,
    REGROUP,
    LIMIT,
    MODE,
    EDIT,
    FOREIGN,
    BREAK,
    MEND
  }
}
