package io.sluice.plan.tracking;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Member;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers the groups of an attempt while one step lasts: members hold the index of their group, and
 * the state holds the list.
 */
public final class GroupIndex {
  private final List<GroupKey> groups;

  GroupIndex(List<GroupKey> groups) {
    this.groups = new ArrayList<>(groups);
  }

  /** Returns every group, by index. */
  public List<GroupKey> groups() {
    return groups;
  }

  public GroupKey groupOf(Member member) {
    return groups.get(member.group());
  }

  /** Finds the groups of a snapshot; new ones go to the end. Returns the index of each. */
  int[] follow(List<DecisionGroup> snapshot, GroupMatcher.Members members) {
    GroupMatcher matcher = new GroupMatcher(groups, snapshot, members);
    List<GroupKey> present = matcher.groups();
    groups.clear();
    groups.addAll(present);
    return matcher.indexes();
  }
}
