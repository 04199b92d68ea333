package io.sluice.hub.replica;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Bounds how much memory the contents of all cached roots take together (policy-propagation 16b):
 * the largest are not kept, so that whoever fills it costs others nothing.
 *
 * <p>One that is not kept is read from the hub when it is needed. It is kept again when it changes
 * or is listed anew, and there is room.
 */
public final class RootContents {
  private final long most;
  private final Map<String, Long> sizes = new HashMap<>();
  private final TreeSet<Content> kept =
      new TreeSet<>(Comparator.comparingLong(Content::bytes).thenComparing(Content::key));
  private final Set<String> left = new HashSet<>();
  private long bytes;

  private record Content(String key, long bytes) {}

  /**
   * Creates an empty one.
   *
   * @param most how many bytes they may take together
   */
  public RootContents(long most) {
    this.most = most;
  }

  /** Returns one that an eighth of this process's heap may take. */
  public static RootContents ofHeap() {
    return new RootContents(Runtime.getRuntime().maxMemory() / 8);
  }

  /** Adds the content of a root, or its new one; returns those that may not be kept any more. */
  synchronized List<String> add(String key, long size) {
    remove(key);
    sizes.put(key, size);
    kept.add(new Content(key, size));
    bytes += size;
    List<String> released = new ArrayList<>();
    while (bytes > most) {
      Content largest = kept.pollLast();
      sizes.remove(largest.key());
      bytes -= largest.bytes();
      left.add(largest.key());
      released.add(largest.key());
    }
    return released;
  }

  synchronized void remove(String key) {
    left.remove(key);
    Long size = sizes.remove(key);
    if (size != null) {
      kept.remove(new Content(key, size));
      bytes -= size;
    }
  }

  /** Returns how many roots have a content that is not kept for want of room. */
  public synchronized int left() {
    return left.size();
  }
}
