package io.sluice.rollout;

/**
 * Numbers the versions of the planning rules, so that a run ends under the rules it began with.
 *
 * <p>The workflow reads the number once per run and passes it to every step. A change of the rules
 * gets a new number, and a branch that checks it; the old branch stays until no run needs it:
 *
 * <pre>{@code
 * return rules.before(2) ? bySize(clusters) : byName(clusters);
 * }</pre>
 *
 * <p>What each number changed:
 *
 * <ul>
 *   <li>2: {@code Regressed} goes when the cluster complies again; an open run lists no cluster as
 *       {@code UnstagedChange} because it was enforced when the policy changed; groups report what
 *       holds their clusters; the status is written less often where a write takes long, and search
 *       attributes change with it
 * </ul>
 *
 * @param number of the rules that the run began under
 */
public record Rules(int number) {
  public static final int FIRST = 1;

  /** The number of the rules of new runs. */
  public static final int CURRENT = 2;

  /** The rules of new runs. */
  public static final Rules NEWEST = new Rules(CURRENT);

  public Rules {
    if (number < FIRST || number > CURRENT) {
      throw new IllegalStateException(
          "Cannot plan under rules %d: this build knows %d to %d, and a newer one began the rollout. Start a newer worker."
              .formatted(number, FIRST, CURRENT));
    }
  }

  /** Returns true for a run that began before these rules and takes the old branch. */
  public boolean before(int changed) {
    if (changed > CURRENT) {
      throw new IllegalArgumentException(
          "a branch asks for rules %d, but the current ones are %d".formatted(changed, CURRENT));
    }
    return number < changed;
  }
}
