package io.sluice.forecast;

import io.sluice.fleet.GroupKey;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** A profile for tests: every cluster succeeds after the same time, but for those that are set. */
final class ProfileFixture implements FleetProfile {
  private final ClusterAnswer usual;
  private final Map<String, ClusterAnswer> answers = new TreeMap<>();
  private final Map<String, ApprovalAnswer> approvals = new TreeMap<>();

  private ProfileFixture(ClusterAnswer usual) {
    this.usual = usual;
  }

  static ProfileFixture reportingAfterMinutes(long minutes) {
    return new ProfileFixture(ClusterAnswer.success(Duration.ofMinutes(minutes)));
  }

  ProfileFixture with(String cluster, ClusterAnswer answer) {
    answers.put(cluster, answer);
    return this;
  }

  ProfileFixture approving(String group, ApprovalAnswer answer) {
    approvals.put(group, answer);
    return this;
  }

  @Override
  public ClusterAnswer answer(String cluster) {
    return answers.getOrDefault(cluster, usual);
  }

  @Override
  public ApprovalAnswer approval(GroupKey group) {
    return approvals.getOrDefault(group.label(), ApprovalAnswer.AT_ONCE);
  }
}
