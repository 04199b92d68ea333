package io.sluice.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Optional;

/**
 * Finds the instant of a local time in a zone: of one that occurs twice the first, of one that the
 * zone skips the first instant after the gap (between-waves C3).
 */
final class ZoneTime {
  private ZoneTime() {}

  static Instant instant(LocalDateTime local, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    return offsets.isEmpty()
        ? rules.getTransition(local).getInstant()
        : local.toInstant(offsets.get(0));
  }

  /** Returns the offset that a zone has all day long; empty if it changes, or did just before. */
  static Optional<ZoneOffset> offsetOfDay(LocalDate day, ZoneRules rules) {
    // More than a day around it, as an instant has different dates in different zones.
    Instant before = day.minusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    Instant after = day.plusDays(2).atStartOfDay().toInstant(ZoneOffset.UTC);
    ZoneOffsetTransition next = rules.nextTransition(before);
    return next == null || next.getInstant().isAfter(after)
        ? Optional.of(rules.getOffset(before))
        : Optional.empty();
  }
}
