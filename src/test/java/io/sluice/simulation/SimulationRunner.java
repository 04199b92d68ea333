package io.sluice.simulation;

import java.util.ArrayList;
import java.util.List;

/** Runs the simulation of a seed, and records its script. */
final class SimulationRunner {
  private SimulationRunner() {}

  /**
   * Runs it to its end.
   *
   * @throws ScriptFailure if an invariant does not hold, or an exception is thrown
   */
  static void play(long seed, StepFunction stepFunction, CoverageCounter coverage) {
    ScriptGenerator generator = new ScriptGenerator(seed);
    SimulationSetup setup = generator.setup();
    List<ScriptEvent> events = new ArrayList<>();
    Simulation simulation = new Simulation(setup, stepFunction, coverage, null);
    try {
      simulation.begin();
      for (int i = generator.events(); i > 0; i--) {
        ScriptEvent event = generator.next(simulation);
        events.add(event);
        simulation.apply(event);
      }
      new SimulationFinisher(simulation).settle();
    } catch (AssertionError | RuntimeException e) {
      throw new ScriptFailure(new SimulationScript(setup, events), e);
    }
  }
}
