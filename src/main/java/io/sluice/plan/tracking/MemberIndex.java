package io.sluice.plan.tracking;

import io.sluice.rollout.Member;
import java.util.Arrays;
import java.util.List;

/**
 * Ticks known members off as a snapshot names them, group by group.
 *
 * <p>Names come in order, mostly, so whoever is to be named next in a group is known beforehand:
 * only those who moved are searched for.
 */
final class MemberIndex<M extends Member> {
  private static final int NOBODY = -1;

  private final List<M> members;
  private final int[] expected;
  private final int[] following;
  private final int[] callers;

  /**
   * Writes the roll.
   *
   * @param members by name
   * @param places how many there are
   */
  MemberIndex(List<M> members, int places) {
    this.members = members;
    this.expected = filled(places);
    this.following = new int[members.size()];
    this.callers = filled(members.size());
    for (int i = members.size() - 1; i >= 0; i--) {
      int place = members.get(i).group();
      following[i] = expected[place];
      expected[place] = i;
    }
  }

  private static int[] filled(int size) {
    int[] numbers = new int[size];
    Arrays.fill(numbers, NOBODY);
    return numbers;
  }

  /** Ticks a cluster off if it is the one to be named next at that place. */
  boolean expects(String cluster, int place, int caller) {
    int next = expected[place];
    if (next == NOBODY || !members.get(next).cluster().equals(cluster)) {
      return false;
    }
    tick(next, place, caller);
    return true;
  }

  /** Ticks a cluster off wherever it is. */
  boolean finds(String cluster, int place, int caller) {
    int found = SortedMembers.find(members, cluster);
    if (found < 0) {
      return false;
    }
    tick(found, place, caller);
    return true;
  }

  /** The first call counts. */
  private void tick(int member, int place, int caller) {
    if (callers[member] == NOBODY) {
      callers[member] = caller;
    }
    if (members.get(member).group() == place) {
      expected[place] = following[member];
    }
  }

  boolean called(int member) {
    return callers[member] != NOBODY;
  }

  boolean called(String cluster) {
    int found = SortedMembers.find(members, cluster);
    return found >= 0 && called(found);
  }

  /** Who called a member first. */
  int caller(int member) {
    return callers[member];
  }
}
