package io.sluice.schedule;

import io.sluice.fleet.NameDistance;
import io.sluice.rollout.strategy.Refusal.Reason;
import io.sluice.rollout.strategy.SettingNode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads zones and instants (between-waves C4, C9). */
public final class TimeReader {
  static final String INVALID = Reason.CALENDAR_INVALID.label();

  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern INSTANT =
      Pattern.compile(DATE + "T[0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2})");
  private static final int LONGEST_ZONE = 50;

  private TimeReader() {}

  /** Returns the zone that is named, or this one if none is, or it is refused. */
  static ZoneId zone(SettingNode node, ZoneId other) {
    if (node.absent()) {
      return other;
    }
    String name = node.text().orElse("");
    if (ZoneId.getAvailableZoneIds().contains(name)) {
      return ZoneId.of(name);
    }
    String known =
        name.isEmpty() || name.length() > LONGEST_ZONE
            ? "Europe/Zurich"
            : NameDistance.nearest(name, ZoneId.getAvailableZoneIds(), 1).get(0);
    node.refuse(INVALID, "which is no time zone", "Write one such as " + known);
    return other;
  }

  /** Returns an instant, whose zone or offset has to be there; empty if it is absent or refused. */
  static Optional<Instant> instant(SettingNode node) {
    return instant(node, INVALID);
  }

  /** Does the same for settings whose problems have another reason. */
  public static Optional<Instant> instant(SettingNode node, String reason) {
    if (node.absent()) {
      return Optional.empty();
    }
    return node.text()
        .flatMap(TimeReader::instant)
        .or(
            () ->
                node.refuse(
                    reason,
                    "not a time with its offset",
                    "Write one such as \"2026-12-01T22:00:00+01:00\""));
  }

  /** Returns an instant, or the midnight at which a date begins; empty if it is refused. */
  static Optional<Instant> dateOrInstant(SettingNode node, ZoneId zone) {
    return node.text()
        .flatMap(text -> DATE.matcher(text).matches() ? midnight(text, zone) : instant(text))
        .or(
            () ->
                node.absent()
                    ? node.report(INVALID, "is missing", "Write a date such as \"2026-11-26\"")
                    : node.refuse(
                        INVALID,
                        "neither a date nor a time with its offset",
                        "Write one such as \"2026-11-26\" or \"2026-11-26T18:00:00Z\""));
  }

  private static Optional<Instant> instant(String text) {
    try {
      return INSTANT.matcher(text).matches()
          ? Optional.of(OffsetDateTime.parse(text).toInstant())
          : Optional.empty();
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> midnight(String text, ZoneId zone) {
    try {
      return Optional.of(ZoneTime.instant(LocalDate.parse(text).atStartOfDay(), zone));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
