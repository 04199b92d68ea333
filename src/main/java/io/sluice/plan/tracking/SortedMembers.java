package io.sluice.plan.tracking;

import io.sluice.fleet.ByteOrder;
import io.sluice.rollout.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds and joins members in lists that are in the order of their names. */
public final class SortedMembers {
  static final Comparator<Member> ORDER =
      (left, right) -> ByteOrder.NAMES.compare(left.cluster(), right.cluster());

  private SortedMembers() {}

  /** Returns the position of a cluster in the list; negative if it is not in it. */
  static int find(List<? extends Member> members, String cluster) {
    int low = 0;
    int high = members.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = ByteOrder.NAMES.compare(members.get(middle).cluster(), cluster);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** Returns the member that is a cluster. */
  static <M extends Member> Optional<M> member(List<M> members, String cluster) {
    int found = find(members, cluster);
    return found < 0 ? Optional.empty() : Optional.of(members.get(found));
  }

  /** Merges two lists into one, by name. */
  public static <M extends Member> List<M> join(List<? extends M> left, List<? extends M> right) {
    List<M> joined = new ArrayList<>(left.size() + right.size());
    int next = 0;
    for (M member : left) {
      while (next < right.size() && ORDER.compare(right.get(next), member) < 0) {
        joined.add(right.get(next++));
      }
      joined.add(member);
    }
    joined.addAll(right.subList(next, right.size()));
    return joined;
  }
}
