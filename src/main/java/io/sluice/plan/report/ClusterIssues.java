package io.sluice.plan.report;

import io.sluice.fleet.ClusterStatus;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.Membership;
import io.sluice.plan.tracking.SortedMembers;
import io.sluice.plan.tracking.StepContext;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Member;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Stage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Lists the clusters that are not as they should be, each once, by name (rollout-strategy 5).
 *
 * <p>All are counted, so the reason is settled for each; only those that are shown are put into
 * words, by {@link IssueMessages}.
 */
final class ClusterIssues {
  private final AttemptState state;
  private final ClusterTracker tracker;
  private final Membership members;
  private final Set<String> foreign;
  private final boolean unstaged;
  private final List<Member> listed;

  ClusterIssues(StepContext sight) {
    this.state = sight.state();
    this.tracker = sight.tracker();
    this.members = sight.members();
    this.foreign = Set.copyOf(sight.hub().fleet().foreign());
    this.unstaged = state.spec().changedUnderEnforced(sight.hub());
    this.listed =
        SortedMembers.join(
            tracker.filter(entry -> reason(entry).isPresent()),
            members.waiting().stream().filter(entry -> reason(entry).isPresent()).toList());
  }

  int number() {
    return listed.size();
  }

  List<ClusterIssue> first(int most) {
    IssueMessages words = new IssueMessages(state.spec());
    return listed.stream().limit(most).map(member -> told(member, words)).toList();
  }

  private ClusterIssue told(Member member, IssueMessages words) {
    if (member instanceof ClusterState entry) {
      IssueReason reason = reason(entry).orElseThrow();
      ClusterStatus status = entry.stage().status();
      return told(entry, status, reason, since(entry), words.of(entry, reason));
    }
    PendingCluster entry = (PendingCluster) member;
    IssueReason reason = reason(entry).orElseThrow();
    Instant since = reason == IssueReason.CANNOT_WRITE ? entry.refusedAt() : state.startedAt();
    return told(entry, ClusterStatus.TO_APPLY, reason, since, words.of(entry, reason));
  }

  private ClusterIssue told(
      Member member, ClusterStatus status, IssueReason reason, Instant since, String message) {
    return new ClusterIssue(
        member.cluster(),
        tracker.groupIndex().groupOf(member).name(),
        status.label(),
        reason,
        since,
        message,
        members.ignored(member.cluster()));
  }

  private static Instant since(ClusterState entry) {
    boolean refused = entry.stage() == Stage.STARTED && entry.refused() != 0;
    return refused ? Instant.ofEpochMilli(entry.clockStart()) : entry.sinceInstant();
  }

  private Optional<IssueReason> reason(PendingCluster entry) {
    if (entry.refused() != 0) {
      return Optional.of(IssueReason.CANNOT_WRITE);
    }
    if (foreign.contains(entry.cluster())) {
      return Optional.of(IssueReason.FOREIGN_OVERRIDE);
    }
    return members.leaving(entry.cluster())
        ? Optional.of(IssueReason.REMOVAL_PENDING)
        : Optional.empty();
  }

  private Optional<IssueReason> reason(ClusterState entry) {
    if (unstaged && entry.enforced()) {
      return Optional.of(IssueReason.UNSTAGED_CHANGE);
    }
    Optional<IssueReason> fromStage = fromStage(entry);
    if (fromStage.isPresent()) {
      return fromStage;
    }
    if (entry.is(ClusterFlag.UNREACHABLE)) {
      return Optional.of(IssueReason.UNREACHABLE);
    }
    if (members.leaving(entry.cluster())) {
      return Optional.of(IssueReason.REMOVAL_PENDING);
    }
    if (foreign.contains(entry.cluster())) {
      return Optional.of(IssueReason.FOREIGN_OVERRIDE);
    }
    return members.ignored(entry.cluster()) ? Optional.of(IssueReason.IGNORED) : Optional.empty();
  }

  private static Optional<IssueReason> fromStage(ClusterState entry) {
    boolean turned = entry.is(ClusterFlag.CONTRADICTED);
    return switch (entry.stage()) {
      case STARTED ->
          entry.refused() == 0 ? Optional.empty() : Optional.of(IssueReason.CANNOT_WRITE);
      case DISPATCHED, SOAKING, NEW_CLUSTER -> Optional.empty();
      case SUCCEEDED -> turned ? Optional.of(IssueReason.REGRESSED) : Optional.empty();
      case FAILED -> Optional.of(turned ? IssueReason.RECOVERED_LATE : IssueReason.FAILED);
      case TIMED_OUT -> Optional.of(turned ? IssueReason.RECOVERED_LATE : IssueReason.TIME_OUT);
    };
  }
}
