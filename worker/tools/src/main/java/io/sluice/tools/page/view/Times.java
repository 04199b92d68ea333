package io.sluice.tools.page.view;

import io.sluice.tools.page.markup.Element;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats instants, in UTC; a script adds how long ago that is. */
final class Times {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private Times() {}

  /** Returns an instant as a status has it; empty where it has none. */
  static Element of(String text) {
    return text == null ? Tables.text("") : of(Instant.parse(text));
  }

  static Element of(Instant at) {
    return Element.of("time", "datetime", at.toString()).text(text(at));
  }

  static String text(Instant at) {
    return FORMAT.format(at);
  }
}
