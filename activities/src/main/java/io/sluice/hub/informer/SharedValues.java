package io.sluice.hub.informer;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Returns one instance for equal values, as far as it remembers them: thousands of objects name the
 * same clusters, labels and policies.
 *
 * <p>It has a fixed number of places, so it cannot grow: it forgets a value when another one takes
 * its place.
 */
final class SharedValues<T> {
  private final AtomicReferenceArray<T> places;

  /**
   * Creates an empty one.
   *
   * @param size number of places, a power of two
   */
  SharedValues(int size) {
    places = new AtomicReferenceArray<>(size);
  }

  /** Returns an equal value, of which there may be one already. */
  T of(T value) {
    int hash = value.hashCode();
    int place = (hash ^ hash >>> 16) & places.length() - 1;
    T known = places.getPlain(place);
    if (value.equals(known)) {
      return known;
    }
    places.setRelease(place, value);
    return value;
  }
}
