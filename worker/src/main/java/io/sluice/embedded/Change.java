package io.sluice.embedded;

import java.util.Optional;
import java.util.function.Predicate;

/** Records one change of one object; {@code after} of a removal is its last state. */
record Change(long version, Optional<Stored> before, Stored after, boolean removed) {

  Kind kind() {
    return after.key().kind();
  }

  int size() {
    return after.json().length;
  }

  /**
   * How a watcher sees it who sees only some objects: one that leaves the selection is DELETED, one
   * that enters it is ADDED.
   */
  Optional<Event> seenBy(Predicate<Stored> selection) {
    boolean was = before.filter(selection).isPresent();
    boolean is = !removed && selection.test(after);
    if (is) {
      return Optional.of(new Event(was ? "MODIFIED" : "ADDED", after.json()));
    }
    if (!was) {
      return Optional.empty();
    }
    Stored last = removed ? after : before.orElseThrow().at(version);
    return Optional.of(new Event("DELETED", last.json()));
  }

  /** One line of a watch. */
  record Event(String type, byte[] object) {}
}
