package io.sluice.cel;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Holds what came of an expression: true, false, or an error.
 *
 * @param value empty if there is an error
 * @param error what the expression does instead of being true or false, such as {@code costs too
 *     much}; empty if it is either
 * @param spent what the evaluation cost
 */
public record CelVerdict(Optional<Boolean> value, Optional<String> error, long spent) {
  public CelVerdict {
    requireNonNull(value, "value is null");
    requireNonNull(error, "error is null");
  }

  static CelVerdict of(boolean value, long spent) {
    return new CelVerdict(Optional.of(value), Optional.empty(), spent);
  }

  static CelVerdict error(String error, long spent) {
    return new CelVerdict(Optional.empty(), Optional.of(error), spent);
  }

  public boolean isTrue() {
    return value.orElse(false);
  }
}
