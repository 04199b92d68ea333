package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Keeps placements from choosing a cluster, unless they tolerate it (placement 3.3).
 *
 * @param value empty when absent
 * @param effect {@code NoSelect}, {@code PreferNoSelect} or {@code NoSelectIfNew}
 * @param added when the taint came; absent: long ago
 */
public record Taint(String key, String value, String effect, Optional<Instant> added) {
  public Taint {
    requireNonNull(key, "key is null");
    requireNonNull(value, "value is null");
    requireNonNull(effect, "effect is null");
    requireNonNull(added, "added is null");
  }
}
