package io.sluice.simulation;

import java.util.ArrayList;
import java.util.List;

/** Holds all choices that make a world: the same script plays the same world. */
record SimulationScript(SimulationSetup setup, List<ScriptEvent> events) {
  SimulationScript {
    events = List.copyOf(events);
  }

  /** Plays it to its end, and then until the world is calm. */
  void play(StepFunction judge, CoverageCounter tally, List<String> trace) {
    Simulation world = new Simulation(setup, judge, tally, trace);
    world.begin();
    for (ScriptEvent event : events) {
      world.happen(event);
    }
    new SimulationFinisher(world).settle();
  }

  List<String> story() {
    List<String> lines = new ArrayList<>(setup.story());
    events.forEach(event -> lines.add(event.toString()));
    return lines;
  }
}
