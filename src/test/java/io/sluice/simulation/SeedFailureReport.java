package io.sluice.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Formats the failure of a seed, with the smallest failing script. */
final class SeedFailureReport {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final int MOST_LINES = 40;

  private SeedFailureReport() {}

  static AssertionError of(long seed, ScriptFailure broken, StepFunction stepFunction) {
    SimulationScript small = ScriptShrinker.shrink(broken, stepFunction, LIMIT);
    List<String> lines = new ArrayList<>();
    lines.add("seed %d: %s".formatted(seed, broken.getCause().getMessage()));
    lines.add(
        "Replay it alone: mvn test -pl src -Dtest=SimulationTest -Dsluice.seed=%d".formatted(seed));
    lines.add(
        "Shrunk from %d to %d events, it goes like this:"
            .formatted(broken.script().events().size(), small.events().size()));
    lines.addAll(small.setup().lines());
    List<String> trace = new ArrayList<>();
    try {
      small.play(stepFunction, new CoverageCounter(), trace);
    } catch (AssertionError | RuntimeException e) {
      trace.add(e.toString());
    }
    lines.addAll(cut(trace));
    return new AssertionError(String.join(System.lineSeparator(), lines), broken.getCause());
  }

  private static List<String> cut(List<String> trace) {
    if (trace.size() <= 2 * MOST_LINES) {
      return trace;
    }
    List<String> lines = new ArrayList<>(trace.subList(0, MOST_LINES));
    lines.add("... and so on: %d lines ...".formatted(trace.size() - 2 * MOST_LINES));
    lines.addAll(trace.subList(trace.size() - MOST_LINES, trace.size()));
    return lines;
  }
}
