package io.sluice.activation.policy;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyApi;
import java.util.Map;
import java.util.Optional;

/**
 * Holds whether edits wait, as an annotation of a PlacementBinding or a root policy says
 * (lazy-activation 4.1).
 *
 * @param unknown a value that is no preference: it keeps edits waiting
 */
public record ActivationPreference(boolean lazy, Optional<String> unknown) {
  public static final String ANNOTATION = PolicyApi.PREFIX + "activation-preference";

  private static final String LAZY = "Lazy";

  public ActivationPreference {
    requireNonNull(unknown, "unknown is null");
  }

  /** Parses the annotation. */
  public static ActivationPreference of(Map<String, String> annotations) {
    String value = annotations.getOrDefault(ANNOTATION, "");
    boolean known = value.isEmpty() || value.equals(LAZY);
    return new ActivationPreference(
        value.equals(LAZY), known ? Optional.empty() : Optional.of(value));
  }

  /** Returns whether edits are not simply let through: trouble never counts as "not lazy". */
  public boolean waits() {
    return lazy || unknown.isPresent();
  }

  /** Returns the preference of two objects together: lazy if either says so. */
  ActivationPreference or(ActivationPreference other) {
    return new ActivationPreference(lazy || other.lazy, unknown.or(() -> other.unknown));
  }
}
