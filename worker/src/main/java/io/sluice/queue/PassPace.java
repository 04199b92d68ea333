package io.sluice.queue;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides how long to collect changes before the next pass over all that belongs to a key, so that
 * passes take at most one part in forty of the time: a pass over a large fleet takes long, and
 * changes come without an end while a run writes to it.
 */
public final class PassPace<K> {
  private static final int SHARE = 40;

  private final Duration least;
  private final Duration longest;

  /** Only of keys whose delay is not the least. */
  private final Map<K, Duration> delays = new ConcurrentHashMap<>();

  /**
   * Paces passes.
   *
   * @param least the delay before a pass that takes no time
   * @param longest the delay before the longest pass
   */
  public PassPace(Duration least, Duration longest) {
    this.least = requireNonNull(least, "least is null");
    this.longest = requireNonNull(longest, "longest is null");
  }

  /** Records how long a pass took. */
  public void took(K key, Duration pass) {
    Duration delay = pass.multipliedBy(SHARE);
    if (delay.compareTo(least) <= 0) {
      delays.remove(key);
    } else {
      delays.put(key, delay.compareTo(longest) < 0 ? delay : longest);
    }
  }

  /** Returns how long to collect changes before the next pass. */
  public Duration delay(K key) {
    return delays.getOrDefault(key, least);
  }
}
