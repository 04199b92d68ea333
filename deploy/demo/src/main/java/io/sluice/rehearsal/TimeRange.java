package io.sluice.rehearsal;

import io.sluice.rollout.strategy.ScalarReader;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** Holds a span of times, of which each cluster gets one: {@code 20s..5m}, or {@code 1m}. */
record TimeRange(Duration least, Duration most) {
  /** Parses a range; empty if it is none. */
  static Optional<TimeRange> of(String text) {
    String[] ends = text.split("\\.\\.", -1);
    if (ends.length > 2) {
      return Optional.empty();
    }
    Optional<Duration> least = ScalarReader.duration(ends[0]);
    Optional<Duration> most = ScalarReader.duration(ends[ends.length - 1]);
    return least.isPresent() && most.isPresent() && least.get().compareTo(most.get()) <= 0
        ? Optional.of(new TimeRange(least.get(), most.get()))
        : Optional.empty();
  }

  /** Returns a whole number of seconds of the range; the same for the same cluster and seed. */
  Duration of(String cluster, long seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L + cluster.hashCode());
    random.nextInt();
    long spread = most.minus(least).toSeconds();
    return least.plusSeconds((long) (random.nextDouble() * (spread + 1)));
  }
}
