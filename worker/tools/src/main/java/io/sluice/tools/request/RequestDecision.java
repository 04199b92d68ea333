package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what a request comes to.
 *
 * @param spec the spec to be written, in which null removes a field; empty: nothing is to be
 *     written
 * @param lines what the person reads who asked
 */
public record RequestDecision(Optional<Map<String, Object>> spec, List<String> lines) {
  public RequestDecision {
    requireNonNull(spec, "spec is null");
    lines = List.copyOf(lines);
  }

  /** Decides to write it. */
  public static RequestDecision write(Map<String, Object> spec, List<String> lines) {
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
