package io.sluice.plan.tracking;

import io.sluice.fleet.GroupKey;
import io.sluice.rollout.Member;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the groups of an attempt while one step lasts: members hold the number, their place, and
 * the state holds the list.
 */
public final class GroupIndex {
  private final List<GroupKey> groups;
  private final Map<GroupKey, Integer> places = new HashMap<>();

  GroupIndex(List<GroupKey> groups) {
    this.groups = new ArrayList<>(groups);
    number();
  }

  /** Two groups may come to have one name; the first place stands for both. */
  private void number() {
    places.clear();
    for (int place = 0; place < groups.size(); place++) {
      places.putIfAbsent(groups.get(place), place);
    }
  }

  /** Returns every group, by place. */
  public List<GroupKey> groups() {
    return groups;
  }

  public GroupKey groupOf(Member member) {
    return groups.get(member.group());
  }

  /** Returns the place of a group; a new one goes to the end. */
  int of(GroupKey group) {
    Integer place = places.putIfAbsent(group, groups.size());
    if (place != null) {
      return place;
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
