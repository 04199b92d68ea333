package io.sluice.simulator.spoke;

import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Remembers when a spoke does what for one policy; at most one date for each errand. */
final class SpokeSchedule {
  enum Errand {
    /** Copy what the hub has. */
    SYNC,
    /** Apply the templates again: a dependency may have changed. */
    APPLY,
    REPORT,
    /** The end of a silence. */
    SPEAK,
    /** The end of being cut off. */
    RECONNECT
  }

  private final Map<Errand, Instant> dates = new EnumMap<>(Errand.class);

  /** Plans an errand, unless it is planned for an earlier time. */
  void plan(Errand errand, Instant at) {
    dates.merge(errand, at, (one, other) -> one.isBefore(other) ? one : other);
  }

  void postpone(Errand errand, Instant at) {
    dates.put(errand, at);
  }

  boolean has(Errand errand) {
    return dates.containsKey(errand);
  }

  /** Takes an errand off if its time has come. */
  boolean take(Errand errand, Instant now) {
    if (!has(errand) || dates.get(errand).isAfter(now)) {
      return false;
    }
    dates.remove(errand);
    return true;
  }

  boolean cancel(Errand errand) {
    return dates.remove(errand) != null;
  }

  Optional<Instant> next() {
    return dates.values().stream().min(Comparator.naturalOrder());
  }
}
