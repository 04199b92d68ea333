package io.sluice.placement.snapshot;

import io.sluice.fleet.GroupKey;
import io.sluice.placement.GroupStatus;
import io.sluice.placement.GroupStrategy;
import io.sluice.placement.NamedGroup;
import io.sluice.placement.PlacementObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Lists the groups that a Placement declares, also those that have no cluster. */
final class DeclaredKeys {
  private DeclaredKeys() {}

  /** Returns the published keys and those of status and spec, sorted. */
  static List<GroupKey> of(
      PlacementObject placement, GroupStrategy groups, Collection<GroupKey> published) {
    List<GroupKey> declared = new ArrayList<>(published);
    GroupStatus.of(placement).stream().map(GroupStatus::group).forEach(declared::add);
    // A group without clusters has no index yet, but settings may name it.
    groups.entries().stream()
        .map(NamedGroup::name)
        .filter(group -> declared.stream().noneMatch(key -> key.name().equals(group)))
        .map(group -> new GroupKey(placement.name(), group, -1))
        .toList()
        .forEach(declared::add);
    return declared.stream().distinct().sorted().toList();
  }
}
