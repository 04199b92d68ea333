package io.sluice.process;

import java.util.random.RandomGenerator;

/**
 * Gives a random test its seed: the same in every build, so that none is red by chance.
 *
 * <p>{@code -Dsluice.seeds=new} draws another one, and prints the property that repeats it. The
 * random tests of {@code src} have the same in {@code RandomSeeds}.
 */
public final class RandomSeed {
  private static final long FIXED = 1_000_000_000;

  private RandomSeed() {}

  /** Returns what the property says, else the fixed seed, or a new one. */
  public static long of(String property) {
    Long given = Long.getLong(property);
    if (given != null) {
      return given;
    }
    if (!"new".equals(System.getProperty("sluice.seeds"))) {
      return FIXED;
    }
    long drawn = RandomGenerator.getDefault().nextLong() >>> 16;
    System.out.printf("-D%s=%d%n", property, drawn);
    return drawn;
  }
}
