package io.sluice.hub.transport;

import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows which kinds have been listed since a moment, and makes informers list the others.
 *
 * <p>A process that was frozen wakes with caches of the moment before. Its watches go on where they
 * stood, so nothing is lost, but nothing says how far they have come: only a list does.
 */
public final class InformerLists {
  private final Map<String, Long> listed = new ConcurrentHashMap<>();
  private final Map<String, Long> watchedSince = new ConcurrentHashMap<>();
  private final Map<String, TimedExchange<?>> watches = new ConcurrentHashMap<>();
  private volatile long demandedNanos = System.nanoTime() - 1;

  /** Ends all watches; each begins again with a list. */
  public void demand() {
    demandedNanos = System.nanoTime();
    watches.values().forEach(watch -> watch.fail(new IOException("the informers list anew")));
  }

  /**
   * Returns the kinds that have not been listed, and watched after it, since the last demand.
   *
   * @param kinds as {@code policies.policy.open-cluster-management.io}
   */
  public List<String> missing(Collection<String> kinds) {
    return kinds.stream().filter(kind -> !since(watchedSince, kind, demandedNanos)).toList();
  }

  /**
   * Returns whether each of these kinds is being watched; between two windows it is not, for a
   * moment.
   */
  public boolean watched(Collection<String> kinds) {
    return kinds.stream()
        .allMatch(kind -> watches.containsKey(kind) && watches.get(kind).answering());
  }

  void listed(URI request) {
    WatchedKind.of(request)
        .filter(kind -> first(request))
        .ifPresent(kind -> listed.put(kind, System.nanoTime()));
  }

  /** Returns whether that watch has to be refused, because its informer must list first. */
  boolean expired(URI request) {
    return WatchedKind.of(request)
        .filter(kind -> listed.containsKey(kind))
        .filter(kind -> !since(listed, kind, demandedNanos))
        .isPresent();
  }

  void watching(URI request, TimedExchange<?> watch) {
    WatchedKind.of(request)
        .ifPresent(
            kind -> {
              watches.put(kind, watch);
              watchedSince.put(kind, listed.getOrDefault(kind, Long.MIN_VALUE));
            });
  }

  private static boolean since(Map<String, Long> at, String kind, long moment) {
    Long nanos = at.get(kind);
    return nanos != null && nanos != Long.MIN_VALUE && nanos - moment >= 0;
  }

  /** Later pages belong to the list that the first one began. */
  private static boolean first(URI request) {
    return !("&" + Optional.ofNullable(request.getRawQuery()).orElse("")).contains("&continue=");
  }
}
