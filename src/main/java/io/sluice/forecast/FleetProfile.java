package io.sluice.forecast;

import io.sluice.check.CheckKey;
import io.sluice.fleet.GroupKey;
import java.time.Duration;

/** Answers for clusters and people in a forecast; equal questions get equal answers. */
public interface FleetProfile {
  /** Every cluster reports success at once, and every group is approved at once. */
  FleetProfile LEAST = reportingAfter(Duration.ZERO);

  /** Returns how a cluster answers its dispatch. */
  ClusterAnswer answer(String cluster);

  /** Returns when a group is approved that needs an approval. */
  ApprovalAnswer approval(GroupKey group);

  /** Returns what a check is answered that groups need; it passes, unless the profile says more. */
  default ForecastCheck check(CheckKey check) {
    return ForecastCheck.PASSED;
  }

  /** Returns a profile of clusters that all succeed after the same time, approved at once. */
  static FleetProfile reportingAfter(Duration time) {
    ClusterAnswer success = ClusterAnswer.success(time);
    return new FleetProfile() {
      @Override
      public ClusterAnswer answer(String cluster) {
        return success;
      }

      @Override
      public ApprovalAnswer approval(GroupKey group) {
        return ApprovalAnswer.AT_ONCE;
      }
    };
  }
}
