package io.sluice.template;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Decides whether a template was created under its owner, or was there first (lazy-activation 2.6).
 */
public final class CreationRule {
  private CreationRule() {}

  /**
   * Decides for a template without an active snapshot that was not changed.
   *
   * @param decided whether a decision about it was stored: then it was there before
   * @param noted whether it was seen before any policy claimed it; that settles the same second
   */
  public static boolean createdUnder(
      PropagationPolicy owner, ResourceTemplate template, boolean decided, boolean noted) {
    if (decided) {
      return false;
    }
    Optional<Instant> spec = owner.edited().map(CreationRule::second);
    Optional<Instant> created = template.created().map(CreationRule::second);
    if (spec.isEmpty() || created.isEmpty()) {
      return false;
    }
    return spec.get().isBefore(created.get()) || spec.get().equals(created.get()) && !noted;
  }

  private static Instant second(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS);
  }
}
