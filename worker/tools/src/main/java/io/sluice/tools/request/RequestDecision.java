package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.crd.RolloutSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds what a request comes to.
 *
 * @param spec the spec as it is to be; empty: nothing is to be written
 * @param lines what the person reads who asked
 * @param advice commands for what may follow, for a person on a command line
 */
public record RequestDecision(Optional<RolloutSpec> spec, List<String> lines, List<String> advice) {
  public RequestDecision {
    requireNonNull(spec, "spec is null");
    lines = List.copyOf(lines);
    advice = List.copyOf(advice);
  }

  /** Decides to write it. */
  public static RequestDecision write(RolloutSpec spec, List<String> lines) {
    return new RequestDecision(Optional.of(spec), lines, List.of());
  }

  /** Returns the same with commands. */
  RequestDecision advising(String... commands) {
    return new RequestDecision(spec, lines, List.of(commands));
  }

  /** Returns the same, with what else the person reads. */
  RequestDecision saying(Optional<String> more) {
    return new RequestDecision(spec, Stream.concat(lines.stream(), more.stream()).toList(), advice);
  }

  /** Returns whether something would be written. */
  boolean writes() {
    return spec.isPresent();
  }

  /** Returns what is printed on a command line. */
  List<String> printed() {
    return Stream.concat(lines.stream(), advice.stream()).toList();
  }

  static RequestDecision nothing(String line) {
    return nothing(List.of(line));
  }

  /** Decides that it is so already. */
  public static RequestDecision nothing(List<String> lines) {
    return new RequestDecision(Optional.empty(), lines, List.of());
  }
}
