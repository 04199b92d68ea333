package io.sluice.simulation;

import java.util.ArrayList;
import java.util.List;

/** Plays the world of a seed, and records its script. */
final class SimulationRunner {
  private SimulationRunner() {}

  /**
   * Plays it to its end.
   *
   * @throws ScriptFailure if an invariant does not hold, or something is thrown
   */
  static void play(long seed, StepFunction judge, CoverageCounter tally) {
    ScriptGenerator invention = new ScriptGenerator(seed);
    SimulationSetup setup = invention.setup();
    List<ScriptEvent> events = new ArrayList<>();
    Simulation world = new Simulation(setup, judge, tally, null);
    try {
      world.begin();
      for (int i = invention.events(); i > 0; i--) {
        ScriptEvent event = invention.next(world);
        events.add(event);
        world.happen(event);
      }
      new SimulationFinisher(world).settle();
    } catch (AssertionError | RuntimeException e) {
      throw new ScriptFailure(new SimulationScript(setup, events), e);
    }
  }
}
