package io.sluice.activation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.RandomSeeds;
import java.util.function.LongFunction;

/**
 * Plays random worlds, in each of which a gate decides; {@code -Dsluice.seed=42} repeats one,
 * {@code -Dsluice.seeds=new} plays new ones, and {@code -Dsluice.worlds=100} says how many.
 */
public final class RandomWorlds {
  private RandomWorlds() {}

  /** Checks what must hold with each of its steps. */
  public interface World {
    void step();

    /** Returns how often a change waited so far. */
    int waited();

    /** Returns how often one was activated so far. */
    int activated();
  }

  /**
   * Plays worlds; they are of use only if changes wait and are activated in them, often.
   *
   * @param usual how many, unless the property says so
   * @param world makes the world of a seed
   */
  public static void play(int usual, int steps, LongFunction<World> world) {
    long[] seeds = RandomSeeds.of(Integer.getInteger("sluice.worlds", usual)).toArray();
    int waited = 0;
    int activated = 0;
    for (long seed : seeds) {
      World played = world.apply(seed);
      for (int step = 0; step < steps; step++) {
        played.step();
      }
      waited += played.waited();
      activated += played.activated();
    }
    if (!RandomSeeds.isSingle()) {
      assertThat(waited).isGreaterThan(seeds.length);
      assertThat(activated).isGreaterThan(seeds.length);
    }
  }
}
