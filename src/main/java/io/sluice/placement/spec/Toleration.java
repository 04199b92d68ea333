package io.sluice.placement.spec;

import static java.util.Objects.requireNonNull;

import io.sluice.placement.Taint;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Lets a Placement choose clusters in spite of a taint (placement 3.3).
 *
 * @param key empty: every key
 * @param value absent: the operator is {@code Exists}, which takes every value
 * @param effect empty: every effect
 * @param seconds how long after the taint was added it holds; absent: for ever
 */
public record Toleration(String key, Optional<String> value, String effect, OptionalLong seconds) {
  public Toleration {
    requireNonNull(key, "key is null");
    requireNonNull(value, "value is null");
    requireNonNull(effect, "effect is null");
    requireNonNull(seconds, "seconds is null");
  }

  public boolean matches(Taint taint) {
    return (effect.isEmpty() || effect.equals(taint.effect()))
        && (key.isEmpty() || key.equals(taint.key()))
        && value.map(taint.value()::equals).orElse(true);
  }

  /**
   * Returns whether it holds now: strictly before its end, of which a taint without date has none
   * left.
   */
  public boolean holds(Taint taint, Instant now) {
    return seconds.isEmpty() || end(taint).map(now::isBefore).orElse(false);
  }

  /**
   * Returns the first instant at which it does not hold any more; empty without one or without
   * date.
   */
  public Optional<Instant> end(Taint taint) {
    return seconds.isEmpty()
        ? Optional.empty()
        : taint.added().map(added -> added.plusSeconds(seconds.getAsLong()));
  }
}
