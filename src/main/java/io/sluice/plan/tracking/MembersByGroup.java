package io.sluice.plan.tracking;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Member;
import io.sluice.rollout.PendingCluster;
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
public final class MembersByGroup {
  private final List<GroupKey> order;
  private final int[] ranks;
  private final int[] sizes;

  MembersByGroup(List<GroupKey> groups, List<ClusterState> started, List<PendingCluster> waiting) {
    int[] members = new int[groups.size()];
    started.forEach(entry -> members[entry.group()]++);
    waiting.forEach(entry -> members[entry.group()]++);
    this.order =
        IntStream.range(0, members.length)
            .filter(index -> members[index] > 0)
            .mapToObj(groups::get)
            .sorted()
            .toList();
    this.ranks = new int[members.length];
    this.sizes = new int[order.size()];
    for (int index = 0; index < members.length; index++) {
      ranks[index] = Collections.binarySearch(order, groups.get(index));
      if (members[index] > 0) {
        sizes[ranks[index]] += members[index];
      }
    }
  }

  /** Returns the groups, by rank. */
  public List<GroupKey> order() {
    return order;
  }

  public int rankOf(Member member) {
    return ranks[member.group()];
  }

  /** Returns how many members a group has, started or not. */
  public int size(int rank) {
    return sizes[rank];
  }

  public int size(GroupKey group) {
    return sizes[Collections.binarySearch(order, group)];
  }

  /** Sorts members into their groups, in rollout order; a group without any is left out. */
  public <M extends Member> Map<GroupKey, List<M>> sorted(Collection<M> members) {
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
