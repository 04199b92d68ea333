package io.sluice.plan.tracking;

import io.sluice.fleet.GroupKey;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds groups again after a placement has numbered them anew: a group keeps its identity by
 * placement, name, and position among the groups of that name (rollout-strategy 3.7).
 */
final class GroupRenumbering {
  private GroupRenumbering() {}

  /**
   * Returns the present key of each former group. One that is gone counts with the last of its
   * name, as nothing else distinguishes them; without any of its name it keeps its key.
   */
  static List<GroupKey> renamed(Collection<GroupKey> former, Collection<GroupKey> now) {
    if (Set.copyOf(now).equals(Set.copyOf(former))) {
      return List.copyOf(former);
    }
    Map<Identity, GroupKey> current = new HashMap<>();
    positions(now).forEach((key, identity) -> current.put(identity, key));
    Map<GroupKey, Identity> known = positions(former);
    return former.stream()
        .map(key -> current.getOrDefault(known.get(key), lastOf(now, key)))
        .toList();
  }

  private static GroupKey lastOf(Collection<GroupKey> keys, GroupKey like) {
    return keys.stream()
        .filter(key -> key.placement().equals(like.placement()) && key.name().equals(like.name()))
        .max(Comparator.naturalOrder())
        .orElse(like);
  }

  /** Groups that have come to have one key are one group, and take one position. */
  private static Map<GroupKey, Identity> positions(Collection<GroupKey> keys) {
    Map<GroupKey, Identity> found = new HashMap<>();
    Map<Identity, Integer> sizes = new HashMap<>();
    for (GroupKey key : new TreeSet<>(keys)) {
      Identity first = new Identity(key.placement(), key.name(), 0);
      int position = sizes.merge(first, 1, Integer::sum) - 1;
      found.put(key, new Identity(key.placement(), key.name(), position));
    }
    return found;
  }

  private record Identity(String placement, String name, int position) {}
}
