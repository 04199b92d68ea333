package io.sluice.schedule;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/**
 * Closes from an instant on and before another (between-waves C4).
 *
 * @param to exclusive
 * @param zone in which it is shown, and in which dates were read
 */
public record FreezeRule(
    String name, RuleScope scope, Instant from, Instant to, ZoneId zone, Optional<String> reason) {
  public FreezeRule {
    requireNonNull(name, "name is null");
    requireNonNull(scope, "scope is null");
    requireNonNull(from, "from is null");
    requireNonNull(to, "to is null");
    requireNonNull(zone, "zone is null");
    requireNonNull(reason, "reason is null");
  }
}
