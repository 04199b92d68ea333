package io.sluice.rollout.strategy;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import java.util.Optional;

/**
 * Selects decision groups by name, or by index where no name is given (rollout-strategy 1.5).
 *
 * <p>In an attempt an index means the group that had it in its first snapshot, whatever index that
 * group has now (rollout-strategy 3.7). With neither it means index 0, as in OCM; strict parsing
 * refuses that (BadGroup).
 */
public record GroupSelector(Optional<String> groupName, Optional<Integer> groupIndex) {
  public GroupSelector {
    requireNonNull(groupName, "groupName is null");
    requireNonNull(groupIndex, "groupIndex is null");
  }

  public static GroupSelector named(String groupName) {
    return new GroupSelector(Optional.of(groupName), Optional.empty());
  }

  public static GroupSelector at(int groupIndex) {
    return new GroupSelector(Optional.empty(), Optional.of(groupIndex));
  }

  public boolean selects(GroupKey group) {
    return groupName
        .map(name -> name.equals(group.name()))
        .orElseGet(() -> group.place().is(groupIndex.orElse(0)));
  }
}
