package io.sluice.hub.informer;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Holds the few entries of a JSON object in one array, in their order; it cannot be changed.
 *
 * <p>It takes a quarter of the memory of a {@code LinkedHashMap}. A lookup compares the keys one by
 * one, so it is for small maps only.
 */
final class CompactMap<V> extends AbstractMap<String, V> {
  /** From here on a lookup would take longer than in a hash table. */
  static final int MOST = 32;

  private final Object[] entries;

  private CompactMap(Object[] entries) {
    this.entries = entries;
  }

  /** Returns a map with these entries, compact if they are few. */
  static <V> Map<String, V> of(LinkedHashMap<String, V> read) {
    if (read.isEmpty()) {
      return Map.of();
    }
    if (read.size() > MOST) {
      return read;
    }
    Object[] entries = new Object[2 * read.size()];
    int next = 0;
    for (Map.Entry<String, V> entry : read.entrySet()) {
      entries[next++] = entry.getKey();
      entries[next++] = entry.getValue();
    }
    return new CompactMap<>(entries);
  }

  @Override
  public V get(Object key) {
    int place = place(key);
    return place < 0 ? null : value(place);
  }

  @Override
  public boolean containsKey(Object key) {
    return place(key) >= 0;
  }

  private int place(Object key) {
    for (int i = 0; i < entries.length; i += 2) {
      if (entries[i].equals(key)) {
        return i;
      }
    }
    return -1;
  }

  @SuppressWarnings("unchecked")
  private V value(int place) {
    return (V) entries[place + 1];
  }

  @Override
  public int size() {
    return entries.length / 2;
  }

  @Override
  public Set<Map.Entry<String, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return CompactMap.this.size();
      }

      @Override
      public Iterator<Map.Entry<String, V>> iterator() {
        return new Entries();
      }
    };
  }

  private final class Entries implements Iterator<Map.Entry<String, V>> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < entries.length;
    }

    @Override
    public Map.Entry<String, V> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      int place = next;
      next += 2;
      return new SimpleImmutableEntry<>((String) entries[place], value(place));
    }
  }
}
