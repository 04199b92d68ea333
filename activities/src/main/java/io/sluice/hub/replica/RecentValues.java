package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * Derives values that cannot be changed, and remembers those that were derived last: the answer to
 * a write and each event of a replica carry the same annotations.
 *
 * <p>It has a fixed number of places and forgets a value when another one takes its place.
 *
 * @param <K> has equality by value, and is not changed afterwards
 */
final class RecentValues<K, V> {
  private static final int PLACES = 1 << 10;

  private final AtomicReferenceArray<Derived<K, V>> places = new AtomicReferenceArray<>(PLACES);
  private final Function<K, V> function;

  private record Derived<K, V>(K key, V value) {}

  RecentValues(Function<K, V> function) {
    this.function = requireNonNull(function, "function is null");
  }

  V of(K key) {
    int hash = key.hashCode();
    int place = (hash ^ hash >>> 16) & PLACES - 1;
    Derived<K, V> known = places.get(place);
    if (known != null && known.key().equals(key)) {
      return known.value();
    }
    Derived<K, V> derived = new Derived<>(key, function.apply(key));
    places.set(place, derived);
    return derived.value();
  }
}
