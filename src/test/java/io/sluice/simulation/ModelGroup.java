package io.sluice.simulation;

import io.sluice.fleet.GroupKey;

/** A decision group of a placement; its index changes when the placement renumbers its groups. */
final class ModelGroup {
  private final String placement;
  private final String name;
  private int index;

  ModelGroup(String placement, String name, int index) {
    this.placement = placement;
    this.name = name;
    this.index = index;
  }

  String name() {
    return name;
  }

  void renumber(int next) {
    index = next;
  }

  GroupKey key() {
    return new GroupKey(placement, name, index);
  }
}
