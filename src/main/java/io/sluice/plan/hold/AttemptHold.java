package io.sluice.plan.hold;

import io.sluice.fleet.GroupKey;
import io.sluice.hold.GroupHold;
import io.sluice.hold.HoldKind;
import io.sluice.rollout.PendingCluster;
import java.util.List;
import java.util.Optional;

/**
 * Holds every group of an attempt alike: a refusal, a halt, a pause.
 *
 * @param why what is waited for, as a sentence; empty if nothing is
 */
record AttemptHold(HoldKind kind, Optional<String> why) implements Hold {
  @Override
  public boolean open(GroupKey group, String cluster) {
    return open();
  }

  boolean open() {
    return why.isEmpty();
  }

  @Override
  public Optional<GroupHold> holds(GroupKey group, List<PendingCluster> waiting) {
    return why.map(reason -> new GroupHold(kind, reason));
  }
}
