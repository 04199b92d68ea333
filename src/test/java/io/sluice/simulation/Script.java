package io.sluice.simulation;

import java.util.ArrayList;
import java.util.List;

/** Holds all choices that make a world: the same script plays the same world. */
record Script(Setup setup, List<Event> events) {
  Script {
    events = List.copyOf(events);
  }

  /** Plays it to its end, and then until the world is calm. */
  void play(Judge judge, Tally tally, List<String> trace) {
    World world = new World(setup, judge, tally, trace);
    world.begin();
    for (Event event : events) {
      world.happen(event);
    }
    new Calm(world).settle();
  }

  List<String> story() {
    List<String> lines = new ArrayList<>(setup.story());
    events.forEach(event -> lines.add(event.toString()));
    return lines;
  }
}
