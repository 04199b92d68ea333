package io.sluice.plan;

/**
 * Numbers the rules of judgement, so that a run that began under former ones can end under them.
 *
 * <p>The workflow reads the number once per run and hands it to every step. A change of judgement
 * gets a new number; the old branch stays until no run needs it.
 */
public final class Rules {
  public static final int FIRST = 1;

  /** The rules of new runs. */
  public static final int CURRENT = FIRST;

  private Rules() {}

  static void check(int rules) {
    if (rules < FIRST || rules > CURRENT) {
      throw new IllegalStateException(
          "this build knows the rules %d to %d, not %d: a newer one began the rollout"
              .formatted(FIRST, CURRENT, rules));
    }
  }
}
