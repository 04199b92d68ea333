package io.sluice.simulation;

/**
 * One thing that happens in a world: a recorded choice. It names what it concerns, so that it still
 * means the same when others before it are left out; where it fits nothing, nothing happens.
 *
 * @param who a cluster or a group, where the kind concerns one
 * @param number how, how long or how many, as the kind says
 */
record ScriptEvent(EventKind kind, String who, long number) {
  void happenIn(Simulation world) {
    kind.effect().on(world, this);
  }

  @Override
  public String toString() {
    return "%s%s%s"
        .formatted(kind, who.isEmpty() ? "" : " " + who, number == 0 ? "" : " " + number);
  }
}
