package io.sluice.simulation;

/**
 * One event of a simulation: a recorded choice. It names its target, so that it keeps its meaning
 * when earlier events are removed; without that target it has no effect.
 *
 * @param target a cluster or a group, if the kind has one
 * @param number variant, duration or count, depending on the kind
 */
record ScriptEvent(EventKind kind, String target, long number) {
  void applyTo(Simulation simulation) {
    kind.effect().on(simulation, this);
  }

  @Override
  public String toString() {
    return "%s%s%s"
        .formatted(kind, target.isEmpty() ? "" : " " + target, number == 0 ? "" : " " + number);
  }
}
