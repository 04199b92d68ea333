package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import io.sluice.strategy.Amount;
import java.util.List;

/**
 * Holds a valid {@code decisionStrategy.groupStrategy}.
 *
 * @param size clusters per decision group; {@link Amount#limitOf} of the selected clusters
 * @param entries the named groups, in the order of the spec
 */
public record GroupStrategy(Amount size, List<NamedGroup> entries) {
  /** One group with every cluster. */
  public static final GroupStrategy ONE_GROUP = new GroupStrategy(Amount.percent(100), List.of());

  public GroupStrategy {
    requireNonNull(size, "size is null");
    entries = List.copyOf(entries);
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
