package io.sluice.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Shrinks a failing script: removes events and clusters while it still fails in the same way. */
final class ScriptShrinker {
  private final StepFunction stepFunction;
  private final String what;
  private final long end;
  private SimulationScript script;

  private ScriptShrinker(ScriptFailure broken, StepFunction stepFunction, Duration limit) {
    this.script = broken.script();
    this.what = broken.what();
    this.stepFunction = stepFunction;
    this.end = System.nanoTime() + limit.toNanos();
  }

  /** Returns the smallest script found within the time. */
  static SimulationScript shrink(ScriptFailure broken, StepFunction stepFunction, Duration limit) {
    ScriptShrinker shrinker = new ScriptShrinker(broken, stepFunction, limit);
    int before;
    do {
      before = shrinker.size();
      shrinker.dropEvents();
      shrinker.dropClusters();
    } while (shrinker.size() < before && !shrinker.late());
    return shrinker.script;
  }

  private int size() {
    return script.events().size() + script.setup().clusters().size();
  }

  private boolean late() {
    return System.nanoTime() > end;
  }

  private void dropEvents() {
    for (int chunk = Math.max(1, script.events().size() / 2); chunk > 0; chunk /= 2) {
      int at = 0;
      while (at < script.events().size() && !late()) {
        SimulationScript without =
            new SimulationScript(script.setup(), without(script.events(), at, chunk));
        if (stillBroken(without)) {
          script = without;
        } else {
          at += chunk;
        }
      }
    }
  }

  private void dropClusters() {
    int at = 0;
    while (at < script.setup().clusters().size() && !late()) {
      SimulationSetup fewer = script.setup().with(without(script.setup().clusters(), at, 1));
      SimulationScript without = new SimulationScript(fewer, script.events());
      if (stillBroken(without)) {
        script = without;
      } else {
        at++;
      }
    }
  }

  private static <T> List<T> without(List<T> values, int from, int count) {
    List<T> rest = new ArrayList<>(values.subList(0, from));
    rest.addAll(values.subList(Math.min(values.size(), from + count), values.size()));
    return rest;
  }

  private boolean stillBroken(SimulationScript candidate) {
    try {
      candidate.play(stepFunction, new CoverageCounter(), null);
      return false;
    } catch (AssertionError | RuntimeException e) {
      return ScriptFailure.what(e).equals(what);
    }
  }
}
