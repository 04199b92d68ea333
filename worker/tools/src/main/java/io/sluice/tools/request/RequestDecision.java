package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.crd.RolloutSpec;
import java.util.List;
import java.util.Optional;

/**
 * Holds what a request comes to.
 *
 * @param spec the spec as it is to be; empty: nothing is to be written
 * @param lines what the person reads who asked
 */
public record RequestDecision(Optional<RolloutSpec> spec, List<String> lines) {
  public RequestDecision {
    requireNonNull(spec, "spec is null");
    lines = List.copyOf(lines);
  }

  /** Decides to write it. */
  public static RequestDecision write(RolloutSpec spec, List<String> lines) {
    return new RequestDecision(Optional.of(spec), lines);
  }

  static RequestDecision nothing(String line) {
    return nothing(List.of(line));
  }

  /** Decides that it is so already. */
  public static RequestDecision nothing(List<String> lines) {
    return new RequestDecision(Optional.empty(), lines);
  }
}
