package io.sluice.tools.plan;

import io.sluice.fleet.GroupKey;
import io.sluice.forecast.ApprovalAnswer;
import io.sluice.forecast.ClusterAnswer;
import io.sluice.forecast.FleetProfile;
import java.util.Set;

/**
 * Answers as clusters did before: after their measured times, and not at all where a cluster is
 * unreachable now. People approve at once, as their time is counted separately.
 */
record LikelyProfile(ReportTimes times, Set<String> unreachable) implements FleetProfile {
  LikelyProfile {
    unreachable = Set.copyOf(unreachable);
  }

  @Override
  public ClusterAnswer answer(String cluster) {
    return unreachable.contains(cluster)
        ? ClusterAnswer.OFFLINE
        : ClusterAnswer.success(times.of(cluster));
  }

  @Override
  public ApprovalAnswer approval(GroupKey group) {
    return ApprovalAnswer.AT_ONCE;
  }
}
