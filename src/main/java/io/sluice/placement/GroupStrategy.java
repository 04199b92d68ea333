package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.strategy.Amount;
import java.util.List;
import java.util.Optional;

/**
 * Holds a valid {@code decisionStrategy.groupStrategy} (placement 2).
 *
 * @param explicitSize clusters per decision group, where that is written
 * @param entries the named groups, in the order of the spec
 */
public record GroupStrategy(Optional<Amount> explicitSize, List<NamedGroup> entries) {
  /** One group with every cluster. */
  public static final GroupStrategy ONE_GROUP = new GroupStrategy(Optional.empty(), List.of());

  private static final Amount ALL = Amount.percent(100);

  public GroupStrategy {
    requireNonNull(explicitSize, "explicitSize is null");
    entries = List.copyOf(entries);
  }

  /** Returns the clusters per decision group; {@link Amount#limitOf} of the selected clusters. */
  public Amount size() {
    return explicitSize.orElse(ALL);
  }

  /** Returns the first entry that takes the cluster, or the number of entries if none does. */
  public int entryOf(ManagedCluster cluster) {
    for (int entry = 0; entry < entries.size(); entry++) {
      if (entries.get(entry).selector().matches(cluster)) {
        return entry;
      }
    }
    return entries.size();
  }

  /** Returns the name of the groups of an entry; empty for those that no entry takes. */
  public String nameOf(int entry) {
    return entry < entries.size() ? entries.get(entry).name() : "";
  }
}
