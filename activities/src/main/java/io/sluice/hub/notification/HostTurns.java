package io.sluice.hub.notification;

import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Lets few messages at a time go to one host, so that one that hangs leaves room for the others.
 */
final class HostTurns {
  private final int most;
  private final Map<String, Integer> taken = new HashMap<>();

  /**
   * @param most messages to one host at the same time
   */
  HostTurns(int most) {
    this.most = most;
  }

  /** Returns the host of a URL; of one that names none, the text. */
  static String host(String url) {
    try {
      String host = URI.create(url).getHost();
      return host == null ? url : host.toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return url;
    }
  }

  synchronized boolean free(String host) {
    return taken.getOrDefault(host, 0) < most;
  }

  /** Returns whether there was a turn; it is to be given back. */
  synchronized boolean take(String host) {
    boolean free = free(host);
    if (free) {
      taken.merge(host, 1, Integer::sum);
    }
    return free;
  }

  synchronized void giveBack(String host) {
    taken.computeIfPresent(host, (name, number) -> number == 1 ? null : number - 1);
  }
}
