package io.sluice.plan.tracking;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Member;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the groups of an attempt while one step lasts: members hold the index of their group, and
 * the state holds the list.
 */
public final class GroupIndex {
  private final List<GroupKey> groups;
  private final Map<GroupKey, Integer> indexes = new HashMap<>();

  GroupIndex(List<GroupKey> groups) {
    this.groups = new ArrayList<>(groups);
    number();
  }

  /** Two groups may come to have one name; the first index stands for both. */
  private void number() {
    indexes.clear();
    for (int index = 0; index < groups.size(); index++) {
      indexes.putIfAbsent(groups.get(index), index);
    }
  }

  /** Returns every group, by index. */
  public List<GroupKey> groups() {
    return groups;
  }

  public GroupKey groupOf(Member member) {
    return groups.get(member.group());
  }

  /** Returns the index of a group; a new one goes to the end. */
  int of(GroupKey group) {
    Integer index = indexes.putIfAbsent(group, groups.size());
    if (index != null) {
      return index;
    }
    groups.add(group);
    return groups.size() - 1;
  }

  /** Renames the groups where placements have numbered theirs anew. */
  void rename(Collection<GroupKey> now) {
    List<GroupKey> renamed = GroupRenumbering.renamed(groups, now);
    groups.clear();
    groups.addAll(renamed);
    number();
  }
}
