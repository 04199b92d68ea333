package io.sluice.simulator.spoke;

import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Holds when a spoke does what for one policy; at most one time for each task. */
final class SpokeSchedule {
  enum Task {
    /** Copy what the hub has. */
    SYNC,
    /** Apply the templates again: a dependency may have changed. */
    APPLY,
    REPORT,
    /** Report again after a silence. */
    END_SILENCE,
    /** See and report again after being cut off. */
    RECONNECT
  }

  private final Map<Task, Instant> times = new EnumMap<>(Task.class);

  /** Plans a task, unless it is planned for an earlier time. */
  void plan(Task task, Instant at) {
    times.merge(task, at, (one, other) -> one.isBefore(other) ? one : other);
  }

  void postpone(Task task, Instant at) {
    times.put(task, at);
  }

  boolean has(Task task) {
    return times.containsKey(task);
  }

  /** Removes a task if its time has come; returns whether it had. */
  boolean take(Task task, Instant now) {
    if (!has(task) || times.get(task).isAfter(now)) {
      return false;
    }
    times.remove(task);
    return true;
  }

  boolean cancel(Task task) {
    return times.remove(task) != null;
  }

  Optional<Instant> next() {
    return times.values().stream().min(Comparator.naturalOrder());
  }
}
