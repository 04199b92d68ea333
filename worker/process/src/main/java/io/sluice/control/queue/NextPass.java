package io.sluice.control.queue;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** Computes when a key is looked at again, of what the parts of its pass ask for. */
public final class NextPass {
  private NextPass() {}

  /** Returns the earlier one; empty where neither part asks for one. */
  public static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    return Stream.of(one, other).flatMap(Optional::stream).min(Instant::compareTo);
  }
}
