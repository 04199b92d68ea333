package io.sluice.plan;

import io.sluice.fleet.GroupKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Puts the groups that have members in rollout order (rollout-strategy F2) and sorts members into
 * them; the position of a group in that order is its rank.
 */
final class Grouping {
  private final List<GroupKey> order;
  private final int[] ranks;
  private final int[] sizes;

  Grouping(List<GroupKey> places, List<ClusterState> started, List<Waiting> waiting) {
    int[] members = new int[places.size()];
    started.forEach(entry -> members[entry.group()]++);
    waiting.forEach(entry -> members[entry.group()]++);
    this.order =
        IntStream.range(0, members.length)
            .filter(place -> members[place] > 0)
            .mapToObj(places::get)
            .distinct()
            .sorted()
            .toList();
    this.ranks = new int[members.length];
    this.sizes = new int[order.size()];
    for (int place = 0; place < members.length; place++) {
      ranks[place] = Collections.binarySearch(order, places.get(place));
      if (members[place] > 0) {
        sizes[ranks[place]] += members[place];
      }
    }
  }

  /** The groups, by rank. */
  List<GroupKey> order() {
    return order;
  }

  int rankOf(Placed member) {
    return ranks[member.group()];
  }

  /** How many members a group has, started or not. */
  int size(int rank) {
    return sizes[rank];
  }

  int size(GroupKey group) {
    return sizes[Collections.binarySearch(order, group)];
  }

  /** These members by their groups, in rollout order; a group without any is left out. */
  <M extends Placed> Map<GroupKey, List<M>> sorted(Collection<M> members) {
    List<List<M>> byRank = new ArrayList<>(order.size());
    order.forEach(group -> byRank.add(new ArrayList<>()));
    members.forEach(member -> byRank.get(rankOf(member)).add(member));
    Map<GroupKey, List<M>> sorted = new LinkedHashMap<>();
    for (int rank = 0; rank < byRank.size(); rank++) {
      if (!byRank.get(rank).isEmpty()) {
        sorted.put(order.get(rank), byRank.get(rank));
      }
    }
    return sorted;
  }
}
