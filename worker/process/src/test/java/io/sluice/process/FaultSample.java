package io.sluice.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Chooses which of many rounds a test plays: all with {@code -Dsluice.faults=all}, else that number
 * of them, or a few, at random. Every build plays the same ones; {@code -Dsluice.seeds=new} chooses
 * anew, {@code -Dsluice.faults.seed} repeats a choice.
 */
final class FaultSample {
  private static final String WANTED = System.getProperty("sluice.faults", "");
  private static final long SEED = RandomSeed.of("sluice.faults.seed");

  private FaultSample() {}

  static boolean all() {
    return WANTED.equals("all");
  }

  static long seed() {
    return SEED;
  }

  /** Returns how many rounds are wanted. */
  static int most(int few) {
    return WANTED.matches("[0-9]+") ? Integer.parseInt(WANTED) : few;
  }

  /** Returns all of them in their order, or some at random. */
  static <T> List<T> of(List<T> rounds, int few) {
    if (all()) {
      return rounds;
    }
    List<T> shuffled = new ArrayList<>(rounds);
    Collections.shuffle(shuffled, new Random(SEED));
    return shuffled.subList(0, Math.min(most(few), shuffled.size()));
  }
}
