package io.sluice;

import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/**
 * Gives random tests their seeds: the same ones in every build, so that none is red by chance.
 *
 * <p>{@code -Dsluice.seeds=new} draws others, five times as many, and prints the property that
 * repeats them. {@code -Dsluice.seed=42}, which a failure names, repeats a single one.
 */
public final class RandomSeeds {
  /** Larger than every seed of a test that counts from 0. */
  private static final long FIXED = 1_000_000_000;

  /** More of the same seeds would find nothing that the last build has not found. */
  private static final int SHARE = 5;

  private RandomSeeds() {}

  /** Returns how many of so many rounds are played: all where seeds are new, else a fifth. */
  public static long part(long rounds) {
    return drawn() ? rounds : Math.max(1, rounds / SHARE);
  }

  private static boolean drawn() {
    return "new".equals(System.getProperty("sluice.seeds"));
  }

  /**
   * Returns that {@link #part} of so many seeds, or the only one that {@code sluice.seed} names.
   */
  public static LongStream of(long count) {
    if (isSingle()) {
      return LongStream.of(Long.getLong("sluice.seed"));
    }
    long first = base("sluice.base");
    return LongStream.range(first, first + part(count));
  }

  /** Returns whether {@code sluice.seed} names a single one: little is met in so few worlds. */
  public static boolean isSingle() {
    return Long.getLong("sluice.seed") != null;
  }

  /** Returns the first of many seeds: what the property says, else the fixed one, or a new one. */
  public static long base(String property) {
    Long given = Long.getLong(property);
    if (given != null) {
      return given;
    }
    if (!drawn()) {
      return FIXED;
    }
    long drawn = RandomGenerator.getDefault().nextLong() >>> 16;
    System.out.printf("-D%s=%d%n", property, drawn);
    return drawn;
  }
}
