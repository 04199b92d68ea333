package io.sluice.placement.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Holds a fleet to begin with, and what happens to it.
 *
 * @param seed chooses the Placement
 */
record FleetScript(long seed, int clusters, List<FleetEvent> events) {
  FleetScript {
    events = List.copyOf(events);
  }

  static FleetScript random(long seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    // One fleet in twenty has groups of several objects.
    int clusters = random.nextInt(20) == 0 ? 90 + random.nextInt(260) : random.nextInt(40);
    List<FleetEvent> events = new ArrayList<>();
    FleetEvent.Kind[] kinds = FleetEvent.Kind.values();
    for (int i = 3 + random.nextInt(10); i > 0; i--) {
      events.add(new FleetEvent(kinds[random.nextInt(kinds.length)], random.nextLong()));
    }
    return new FleetScript(seed, clusters, events);
  }

  /** Returns a smaller script that still fails: fewer events, then fewer clusters. */
  FleetScript shrunk(Predicate<FleetScript> fails) {
    FleetScript small = this;
    for (int chunk = Math.max(1, events.size() / 2); chunk > 0; chunk /= 2) {
      int at = 0;
      while (at < small.events.size()) {
        List<FleetEvent> fewer = new ArrayList<>(small.events);
        fewer.subList(at, Math.min(at + chunk, fewer.size())).clear();
        FleetScript candidate = new FleetScript(seed, small.clusters, fewer);
        if (fails.test(candidate)) {
          small = candidate;
        } else {
          at += chunk;
        }
      }
    }
    for (int chunk = Math.max(1, clusters / 2); chunk > 0; chunk /= 2) {
      while (small.clusters >= chunk) {
        FleetScript candidate = new FleetScript(seed, small.clusters - chunk, small.events);
        if (!fails.test(candidate)) {
          break;
        }
        small = candidate;
      }
    }
    return small;
  }
}
