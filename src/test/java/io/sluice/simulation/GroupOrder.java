package io.sluice.simulation;

import io.sluice.fleet.GroupKey;
import java.util.Comparator;
import java.util.List;

/** Orders and names groups by placement and first place, without the product's comparisons. */
final class GroupOrder {
  private static final Comparator<GroupKey> ORDER =
      Comparator.comparing(GroupKey::placement)
          .thenComparing(group -> group.place().parts(), GroupOrder::compare)
          .thenComparing(GroupKey::name);

  private GroupOrder() {}

  /** Returns whether the first comes before the other. */
  static boolean before(GroupKey first, GroupKey other) {
    return ORDER.compare(first, other) < 0;
  }

  /** Names a group for as long as a run lasts, whatever index it has meanwhile. */
  static String identity(GroupKey group) {
    return "%s/%s/%s".formatted(group.placement(), group.place().parts(), group.name());
  }

  private static int compare(List<Integer> one, List<Integer> other) {
    int i = 0;
    while (i < one.size() && i < other.size() && one.get(i).equals(other.get(i))) {
      i++;
    }
    if (i < one.size() && i < other.size()) {
      return Integer.compare(one.get(i), other.get(i));
    }
    return Integer.compare(one.size(), other.size());
  }
}
