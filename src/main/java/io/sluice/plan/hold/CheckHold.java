package io.sluice.plan.hold;

import io.sluice.fleet.GroupKey;
import io.sluice.hold.GroupHold;
import io.sluice.plan.check.CheckJudge;
import io.sluice.plan.check.CheckWait;
import io.sluice.rollout.PendingCluster;
import java.util.List;
import java.util.Optional;

/** Holds a group that has not begun until its checks let it go (between-waves 3). */
record CheckHold(CheckJudge judge) implements Hold {
  @Override
  public boolean open(GroupKey group, String cluster) {
    return judge.open(group);
  }

  /** Reports the first of them; the status lists the others with their answers. */
  @Override
  public Optional<GroupHold> holds(GroupKey group, List<PendingCluster> waiting) {
    return judge.holding(group).stream().findFirst().map(CheckWait::hold);
  }
}
