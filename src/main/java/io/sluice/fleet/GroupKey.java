package io.sluice.fleet;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * Identifies a decision group by its placement, its name (empty if it has none) and its index in
 * that placement.
 *
 * <p>Groups are rolled out in the order of their keys: placement name, then index, then name
 * (rollout-strategy F2). Gaps in the indexes mean nothing.
 */
public record GroupKey(String placement, String name, int index) implements Comparable<GroupKey> {
  private static final Comparator<GroupKey> ROLLOUT_ORDER =
      Comparator.comparing(GroupKey::placement, ByteOrder.NAMES)
          .thenComparingInt(GroupKey::index)
          .thenComparing(GroupKey::name, ByteOrder.NAMES);

  public GroupKey {
    requireNonNull(placement, "placement is null");
    requireNonNull(name, "name is null");
  }

  /** True when the group has a name, by which it can be approved. */
  public boolean named() {
    return !name.isEmpty();
  }

  /** Returns the name, or {@code ungrouped-0} with the index for a group without one. */
  public String label() {
    return named() ? name : "ungrouped-" + index;
  }

  @Override
  public int compareTo(GroupKey other) {
    return ROLLOUT_ORDER.compare(this, other);
  }
}
