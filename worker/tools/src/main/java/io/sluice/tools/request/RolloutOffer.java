package io.sluice.tools.request;

import java.util.EnumSet;
import java.util.Set;

/**
 * Holds what a person can ask of a rollout on a page.
 *
 * @param approve whether groups that wait can be approved
 * @param acts on the rollout as a whole
 * @param skip the clusters that can be skipped
 * @param count the clusters that are skipped and can count again
 */
public record RolloutOffer(
    boolean approve, Set<RolloutRequester.Act> acts, Set<String> skip, Set<String> count) {
  /** Offers nothing: a report, or a person who may only look. */
  public static final RolloutOffer NONE = new RolloutOffer(false, Set.of(), Set.of(), Set.of());

  /** Offers approvals alone. */
  public static final RolloutOffer APPROVALS = new RolloutOffer(true, Set.of(), Set.of(), Set.of());

  public RolloutOffer {
    acts = acts.isEmpty() ? EnumSet.noneOf(RolloutRequester.Act.class) : EnumSet.copyOf(acts);
    skip = Set.copyOf(skip);
    count = Set.copyOf(count);
  }
}
