package io.sluice.plan.tracking;

import io.sluice.rollout.Member;
import java.util.Arrays;
import java.util.List;

/**
 * Matches the clusters that a snapshot names with known members, group by group.
 *
 * <p>Names come mostly in order, so the next one of a group is known beforehand: only clusters that
 * moved are searched for.
 */
final class MemberIndex<M extends Member> {
  private static final int NONE = -1;

  private final List<M> members;
  private final int[] expected;
  private final int[] following;
  private final int[] groups;

  /**
   * Prepares for one snapshot.
   *
   * @param members by name
   * @param size the number of groups
   */
  MemberIndex(List<M> members, int size) {
    this.members = members;
    this.expected = filled(size);
    this.following = new int[members.size()];
    this.groups = filled(members.size());
    for (int i = members.size() - 1; i >= 0; i--) {
      int index = members.get(i).group();
      following[i] = expected[index];
      expected[index] = i;
    }
  }

  private static int[] filled(int size) {
    int[] numbers = new int[size];
    Arrays.fill(numbers, NONE);
    return numbers;
  }

  /** Matches a cluster if it is the next one expected in the group with that index. */
  boolean matchesNext(String cluster, int index, int group) {
    int next = expected[index];
    if (next == NONE || !members.get(next).cluster().equals(cluster)) {
      return false;
    }
    match(next, index, group);
    return true;
  }

  /** Matches a cluster wherever it is. */
  boolean matches(String cluster, int index, int group) {
    int found = SortedMembers.find(members, cluster);
    if (found < 0) {
      return false;
    }
    match(found, index, group);
    return true;
  }

  /** The first match counts. */
  private void match(int member, int index, int group) {
    if (groups[member] == NONE) {
      groups[member] = group;
    }
    if (members.get(member).group() == index) {
      expected[index] = following[member];
    }
  }

  boolean matched(int member) {
    return groups[member] != NONE;
  }

  boolean matched(String cluster) {
    int found = SortedMembers.find(members, cluster);
    return found >= 0 && matched(found);
  }

  /** Returns the group of the snapshot that named a member first. */
  int groupOf(int member) {
    return groups[member];
  }
}
