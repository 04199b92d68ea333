package io.sluice.rollout.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import java.util.List;
import java.util.Optional;

/**
 * Lists the decision groups that a strategy may name.
 *
 * @param groups every group that a bound placement declares, those without clusters included;
 *     absent: unknown, as when a file is checked without its hub
 * @param placements how many placements are bound
 */
public record DeclaredGroups(Optional<List<GroupKey>> groups, int placements) {
  public DeclaredGroups {
    requireNonNull(groups, "groups is null");
    groups = groups.map(List::copyOf);
  }

  public static DeclaredGroups of(List<GroupKey> groups, int placements) {
    return new DeclaredGroups(Optional.of(groups), placements);
  }

  /** Groups that are unknown: any name and any index is accepted. */
  public static DeclaredGroups unknown() {
    return new DeclaredGroups(Optional.empty(), 1);
  }

  /** Returns whether settings may name the group. */
  public boolean mayName(String name) {
    return groups.isEmpty() || names().contains(name);
  }

  boolean mayIndex(int index) {
    return groups.isEmpty() || groups.get().stream().anyMatch(group -> group.index() == index);
  }

  /** The names, once each, in order. */
  public List<String> names() {
    return groups.stream()
        .flatMap(List::stream)
        .filter(GroupKey::named)
        .map(GroupKey::name)
        .distinct()
        .sorted(ByteOrder.NAMES)
        .toList();
  }
}
