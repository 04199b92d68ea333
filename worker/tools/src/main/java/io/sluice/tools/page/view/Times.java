package io.sluice.tools.page.view;

import io.sluice.tools.page.markup.Element;
import java.time.DateTimeException;
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

  /**
   * Returns an instant as the hub writes it; a text that is none stays as it is, and is empty where
   * the hub has none.
   */
  static Element of(String text) {
    if (text == null) {
      return Tables.text("");
    }
    try {
      return of(Instant.parse(text));
    } catch (DateTimeException e) {
      return Element.of("span").text(text);
    }
  }

  static Element of(Instant at) {
    return Element.of("time", "datetime", at.toString()).text(text(at));
  }

  static String text(Instant at) {
    return FORMAT.format(at);
  }
}
