package io.sluice.activation;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what is stored beside an active snapshot, in the same write (lazy-activation 1.4).
 *
 * @param preference that of the owner at the last decision: {@code Lazy}, or empty
 * @param seen the content at the last decision
 * @param released the instant that released what was pending, or passed while nothing was
 */
public record ActivationRecord(
    String preference,
    ContentFingerprint seen,
    Optional<ActiveIntent> active,
    Optional<PendingIntent> pending,
    Optional<Instant> released) {
  public ActivationRecord {
    requireNonNull(preference, "preference is null");
    requireNonNull(seen, "seen is null");
    requireNonNull(active, "active is null");
    requireNonNull(pending, "pending is null");
    requireNonNull(released, "released is null");
  }

  /** Returns the same record, with the active content as members get it. */
  public ActivationRecord with(String manifest) {
    return new ActivationRecord(
        preference, seen, active.map(intent -> intent.with(manifest)), pending, released);
  }

  /** Returns the same record of a content that is identified in another way. */
  public ActivationRecord with(ContentFingerprint same) {
    return new ActivationRecord(preference, same, active, pending, released);
  }

  /**
   * Returns the same record for an active targeting from which something was withdrawn: that needs
   * no activation (lazy-activation 4.2).
   *
   * @param snapshot what is left of the active targeting
   */
  public ActivationRecord retargeted(Map<String, Object> snapshot) {
    return new ActivationRecord(
        preference, seen, active.map(intent -> intent.retargeted(snapshot)), pending, released);
  }
}
