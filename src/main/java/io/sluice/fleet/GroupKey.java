package io.sluice.fleet;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Comparator;
import java.util.Optional;

/**
 * Identifies a decision group by its placement, its name (empty if it has none) and its index in
 * that placement.
 *
 * <p>Groups are rolled out in the order of their keys: placement name, then index, then name
 * (rollout-strategy F2). Gaps in the indexes mean nothing. In an attempt a group keeps the place
 * that it had first, whatever index it has since (3.7).
 *
 * @param kept the {@link GroupPlace} of a group of an attempt that its index does not show; absent:
 *     its index is its place
 */
public record GroupKey(
    String placement,
    String name,
    int index,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> kept)
    implements Comparable<GroupKey> {
  private static final Comparator<GroupKey> ROLLOUT_ORDER =
      Comparator.comparing(GroupKey::placement, ByteOrder.NAMES)
          .thenComparing(GroupKey::comparePlaces)
          .thenComparing(GroupKey::name, ByteOrder.NAMES)
          .thenComparingInt(GroupKey::index);

  public GroupKey {
    requireNonNull(placement, "placement is null");
    requireNonNull(name, "name is null");
    kept = requireNonNullElse(kept, Optional.empty());
  }

  public GroupKey(String placement, String name, int index) {
    this(placement, name, index, Optional.empty());
  }

  /** Returns the place of the group in its placement. */
  public GroupPlace place() {
    return kept.map(GroupPlace::parse).orElseGet(() -> GroupPlace.of(index));
  }

  /** Returns the group that stands there, with the index that it has now. */
  public static GroupKey at(GroupPlace place, String placement, String name, int index) {
    return new GroupKey(
        placement, name, index, place.is(index) ? Optional.empty() : Optional.of(place.toString()));
  }

  private static int comparePlaces(GroupKey left, GroupKey right) {
    return left.kept.isEmpty() && right.kept.isEmpty()
        ? Integer.compare(left.index, right.index)
        : left.place().compareTo(right.place());
  }

  /**
   * Returns whether both are one group of an attempt: it keeps its place, whatever index its
   * placement gives it since (rollout-strategy 3.7).
   */
  public boolean same(GroupKey other) {
    return placement.equals(other.placement)
        && name.equals(other.name)
        && place().equals(other.place());
  }

  /** Returns the key that its placement gives the group now. */
  public GroupKey published() {
    return kept.isEmpty() ? this : new GroupKey(placement, name, index);
  }

  /** True when the group has a name, by which it can be approved. */
  public boolean named() {
    return !name.isEmpty();
  }

  /** Returns the name by which it is approved; empty for the clusters without a named group. */
  public Optional<String> approvedName() {
    return Optional.of(name).filter(known -> named());
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
