package io.sluice.embedded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Remembers the latest changes, at most so many and so many bytes of them.
 *
 * <p>Every change has the version after its predecessor's, so a version is also a place in the
 * ring.
 */
final class History {
  private static final int CHANGES = 1 << 16;
  private static final long BYTES = 64L << 20;
  private static final int BATCH = 1000;

  private final Change[] ring = new Change[CHANGES];
  private long newest;
  private long forgotten;
  private long bytes;

  History(long version) {
    newest = version;
    forgotten = version;
  }

  long newest() {
    return newest;
  }

  /** The version before the oldest change that is still known. */
  long forgotten() {
    return forgotten;
  }

  void add(Change change) {
    newest = change.version();
    if (newest - forgotten > CHANGES) {
      forgetOne();
    }
    ring[place(newest)] = change;
    bytes += change.size();
    while (bytes > BYTES) {
      forgetOne();
    }
  }

  /** Forgets all changes, and skips a version: whoever knows an older one must list again. */
  void forget() {
    Arrays.fill(ring, null);
    bytes = 0;
    newest++;
    forgotten = newest;
  }

  private void forgetOne() {
    forgotten++;
    bytes -= ring[place(forgotten)].size();
    ring[place(forgotten)] = null;
  }

  /** The changes of a kind after a version, a batch of them. */
  Batch after(Kind kind, long version) {
    if (version < forgotten) {
      throw ApiError.expired(version, forgotten);
    }
    List<Change> changes = new ArrayList<>();
    long at = version;
    while (at < newest && changes.size() < BATCH) {
      Change change = ring[place(++at)];
      if (change.kind() == kind) {
        changes.add(change);
      }
    }
    return new Batch(at, changes);
  }

  private static int place(long version) {
    return (int) (version % CHANGES);
  }

  /** Some changes, and the version up to which there are no others. */
  record Batch(long upTo, List<Change> changes) {}
}
