package io.sluice.simulation;

import java.util.ArrayList;
import java.util.List;

/** Holds all choices of a simulation: equal scripts give equal simulations. */
record SimulationScript(SimulationSetup setup, List<ScriptEvent> events) {
  SimulationScript {
    events = List.copyOf(events);
  }

  /** Runs all events, then the finisher. */
  void play(StepFunction stepFunction, CoverageCounter coverage, List<String> trace) {
    Simulation simulation = new Simulation(setup, stepFunction, coverage, trace);
    simulation.begin();
    for (ScriptEvent event : events) {
      simulation.apply(event);
    }
    new SimulationFinisher(simulation).settle();
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>(setup.lines());
    events.forEach(event -> lines.add(event.toString()));
    return lines;
  }
}
