package io.sluice.plan;

import io.sluice.fleet.GroupKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds groups again after a placement has numbered them anew: a group keeps its identity by
 * placement, name, and position among the groups of that name (rollout-strategy 3.7).
 */
final class GroupNames {
  private GroupNames() {}

  /** What each former group is called now; one that is gone keeps its name. */
  static List<GroupKey> renamed(Collection<GroupKey> former, Collection<GroupKey> now) {
    if (Set.copyOf(now).equals(Set.copyOf(former))) {
      return List.copyOf(former);
    }
    Map<Identity, GroupKey> current = new HashMap<>();
    positions(now).forEach((key, identity) -> current.put(identity, key));
    Map<GroupKey, Identity> known = positions(former);
    return former.stream().map(key -> current.getOrDefault(known.get(key), key)).toList();
  }

  private static Map<GroupKey, Identity> positions(Collection<GroupKey> keys) {
    Map<GroupKey, Identity> found = new HashMap<>();
    Set<Identity> taken = new HashSet<>();
    List<GroupKey> order = new ArrayList<>(keys);
    order.sort(null);
    for (GroupKey key : order) {
      int position = 0;
      while (!taken.add(new Identity(key.placement(), key.name(), position))) {
        position++;
      }
      found.putIfAbsent(key, new Identity(key.placement(), key.name(), position));
    }
    return found;
  }

  private record Identity(String placement, String name, int position) {}
}
