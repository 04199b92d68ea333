package io.sluice.rehearsal;

import io.sluice.check.CheckKey;
import io.sluice.fleet.GroupKey;
import io.sluice.forecast.ApprovalAnswer;
import io.sluice.forecast.ClusterAnswer;
import io.sluice.forecast.FleetProfile;
import io.sluice.forecast.ForecastCheck;
import io.sluice.policy.Verdict;
import io.sluice.tools.plan.ReportTimes;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Answers as settings state it, for the clusters of one rollout. */
final class RehearsalProfile implements FleetProfile {
  private final ProfileSettings settings;
  private final ReportTimes times;
  private final long seed;
  private final Set<String> failing;
  private final Set<String> offline;

  /**
   * Chooses the clusters that fail or are offline.
   *
   * @param members the clusters of the rollout
   * @param times measured in former rollouts
   */
  RehearsalProfile(ProfileSettings settings, Set<String> members, ReportTimes times) {
    this.settings = settings;
    this.times = times;
    this.seed = settings.seed().orElse(1L);
    this.offline = settings.offline().orElse(ClusterChoice.NONE).of(members, seed);
    Set<String> others = new TreeSet<>(members);
    others.removeAll(offline);
    this.failing = settings.failing().orElse(ClusterChoice.NONE).of(others, seed + 1);
  }

  @Override
  public ClusterAnswer answer(String cluster) {
    if (offline.contains(cluster)) {
      return ClusterAnswer.OFFLINE;
    }
    boolean fails = failing.contains(cluster);
    return new ClusterAnswer(
        Optional.of(after(cluster)), fails ? Verdict.NEGATIVE : Verdict.POSITIVE, settings.weak());
  }

  private Duration after(String cluster) {
    return Optional.ofNullable(settings.clusters().get(cluster))
        .or(settings::reportAfter)
        .map(range -> range.of(cluster, seed))
        .orElseGet(() -> times.of(cluster));
  }

  @Override
  public ApprovalAnswer approval(GroupKey group) {
    return Optional.ofNullable(settings.approvals().get(group.label()))
        .or(() -> Optional.ofNullable(settings.approvals().get(ProfileSettings.OTHERS)))
        .orElse(ApprovalAnswer.AT_ONCE);
  }

  @Override
  public ForecastCheck check(CheckKey check) {
    return settings.check(check.check(), check.group().label());
  }

  /** Returns the clusters that report a violation. */
  Set<String> failing() {
    return failing;
  }

  /** Returns the clusters that never report. */
  Set<String> offline() {
    return offline;
  }
}
