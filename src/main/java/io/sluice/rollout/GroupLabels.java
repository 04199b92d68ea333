package io.sluice.rollout;

import io.sluice.fleet.GroupKey;

/** Words groups for people: by their name, or {@code ungrouped} and the index without one. */
public final class GroupLabels {
  private GroupLabels() {}

  public static String of(GroupKey group) {
    return group.named() ? group.name() : "ungrouped-" + group.index();
  }
}
