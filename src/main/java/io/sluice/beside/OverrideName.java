package io.sluice.beside;

import io.sluice.policy.Hashes;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;

/** Names what the override of a policy consists of (policy-propagation 14.2). */
public final class OverrideName {
  /** Label of every object of an override: its policy, as {@code <namespace>.<name>}. */
  public static final String LABEL = PolicyApi.SLUICE + "override";

  /** Finalizer of a Rollout whose override may stand. */
  public static final String FINALIZER = PolicyApi.SLUICE + "release-override";

  private static final String PREFIX = "sluice-";
  private static final int LONGEST = 63;
  private static final int KEPT = 47;

  private OverrideName() {}

  /**
   * Returns the name of the Placement and of the PlacementBinding.
   *
   * <p>A name above 63 characters is cut, and ends in eight hex digits of the policy's name.
   */
  public static String of(PolicyName policy) {
    String name = PREFIX + policy.name();
    if (name.length() <= LONGEST) {
      return name;
    }
    return PREFIX
        + policy.name().substring(0, KEPT).replaceAll("[.-]+$", "")
        + "-"
        + Hashes.ofName(policy.name());
  }

  /** Returns the name of one page of decisions. */
  public static String ofPage(PolicyName policy, int number) {
    return of(policy) + "-decision-" + number;
  }

  /** Returns the number of the page with that name; 0 if it is none. */
  public static int pageNumber(PolicyName policy, String name) {
    String prefix = of(policy) + "-decision-";
    String number = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
    return number.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(number) : 0;
  }

  /** Returns the value of the label. */
  public static String label(PolicyName policy) {
    return policy.replicaName();
  }
}
