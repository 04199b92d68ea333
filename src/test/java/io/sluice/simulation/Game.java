package io.sluice.simulation;

import java.util.ArrayList;
import java.util.List;

/** Plays the world of a seed, and records its script. */
final class Game {
  private Game() {}

  /**
   * Plays it to its end.
   *
   * @throws Broken if an invariant does not hold, or something is thrown
   */
  static void play(long seed, Judge judge, Tally tally) {
    Invention invention = new Invention(seed);
    Setup setup = invention.setup();
    List<Event> events = new ArrayList<>();
    World world = new World(setup, judge, tally, null);
    try {
      world.begin();
      for (int i = invention.events(); i > 0; i--) {
        Event event = invention.next(world);
        events.add(event);
        world.happen(event);
      }
      new Calm(world).settle();
    } catch (AssertionError | RuntimeException e) {
      throw new Broken(new Script(setup, events), e);
    }
  }
}
