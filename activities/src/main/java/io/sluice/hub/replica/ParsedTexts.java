package io.sluice.hub.replica;

import io.sluice.hub.client.HubObjects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Parses texts to values that cannot be changed, and remembers those that were met last: the answer
 * to a write and each event of a replica carry the same text.
 *
 * <p>It has a fixed number of places and forgets a value when another one takes its place.
 */
final class ParsedTexts<T> {
  private static final int PLACES = 1 << 10;

  private final AtomicReferenceArray<Parsed<T>> places = new AtomicReferenceArray<>(PLACES);
  private final Class<T> type;

  private record Parsed<T>(String text, Optional<T> value) {}

  ParsedTexts(Class<T> type) {
    this.type = type;
  }

  /** Returns the value; empty when the text is none of the type. */
  Optional<T> of(String text) {
    int hash = text.hashCode();
    int place = (hash ^ hash >>> 16) & PLACES - 1;
    Parsed<T> known = places.get(place);
    if (known != null && known.text().equals(text)) {
      return known.value();
    }
    Parsed<T> parsed = new Parsed<>(text, HubObjects.parse(text, type));
    places.set(place, parsed);
    return parsed.value();
  }
}
