package io.sluice.plan.report;

import io.sluice.fleet.ClusterStatus;
import io.sluice.gate.FormerContent;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.Membership;
import io.sluice.plan.tracking.SortedMembers;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Member;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Wording;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Lists the clusters that need attention, each once, by name (rollout-strategy 5).
 *
 * <p>All are counted, so every cluster gets its reason; messages are formatted only for those
 * shown.
 */
final class ClusterIssues {
  private static final int MAX_MESSAGE = 512;
  private static final String LEAVING = "No placement selects the cluster any more.";
  private static final String CLOSING =
      "Only a PlacementBinding or Placement that is being deleted selects the cluster.";
  private static final String KEPT =
      "The cluster is not available, and no placement selects it any more. It counts until it is"
          + " available again, or its ManagedCluster is deleted.";
  private static final String FOREIGN = "Another binding enforces the policy on this cluster.";

  private static final String UNKNOWN =
      "Its replica was edited, and carries neither a known version nor a readable dispatch. It"
          + " stays as it is until its turn, or until no run is open.";

  private static final String AWAY =
      "OCM's propagator has not written its replica within 30 s of its ticket. The ticket stays"
          + " until it is used; the deadline begins with that.";

  private final AttemptState state;
  private final HubSnapshot hub;
  private final Instant now;
  private final ClusterTracker tracker;
  private final Membership members;
  private final Set<String> foreign;
  private final Set<String> unknownContent;
  private final Set<String> repairUndone;
  private final Set<String> closing;
  private final boolean unstaged;
  private final List<Member> listed;

  ClusterIssues(StepContext context) {
    this.state = context.state();
    this.hub = context.hub();
    this.now = context.now();
    this.tracker = context.tracker();
    this.members = context.members();
    this.foreign = Set.copyOf(context.hub().fleet().foreign());
    this.unknownContent = Set.copyOf(context.hub().fleet().unknownContent());
    this.repairUndone = Set.copyOf(context.hub().fleet().repairUndone());
    this.closing = Set.copyOf(context.hub().fleet().closing());
    // Whether the edit was enforced there shows only later: the controller lists it.
    this.unstaged = context.rules().before(2) && state.spec().changedUnderEnforced(context.hub());
    this.listed =
        SortedMembers.join(
            tracker.filter(entry -> reason(entry).isPresent()),
            members.waiting().stream().filter(entry -> reason(entry).isPresent()).toList());
  }

  /** Returns the number of all issues. */
  int number() {
    return listed.size();
  }

  /** Returns the first issues by name of the cluster, at most {@code limit}. */
  List<ClusterIssue> first(int limit) {
    Optional<String> deadline = state.spec().strategy().progressDeadline().map(Wording::of);
    return listed.stream().limit(limit).map(member -> issue(member, deadline)).toList();
  }

  private ClusterIssue issue(Member member, Optional<String> deadline) {
    if (member instanceof ClusterState entry) {
      IssueReason reason = reason(entry).orElseThrow();
      ClusterStatus status = entry.stage().status();
      return issue(entry, status, reason, since(entry), message(entry, reason, deadline));
    }
    PendingCluster entry = (PendingCluster) member;
    IssueReason reason = reason(entry).orElseThrow();
    Instant since = entry.refused() != 0 ? entry.refusedAt() : state.startedAt();
    return issue(entry, ClusterStatus.TO_APPLY, reason, since, message(entry, reason));
  }

  private ClusterIssue issue(
      Member member, ClusterStatus status, IssueReason reason, Instant since, String message) {
    return new ClusterIssue(
        member.cluster(),
        tracker.groupIndex().groupOf(member).name(),
        status.label(),
        reason,
        since,
        reason == IssueReason.IGNORED ? message : withSkip(member.cluster(), message),
        members.ignored(member.cluster()));
  }

  /** A failure of a skipped cluster does not count, and its message says why. */
  private String withSkip(String cluster, String message) {
    return members
        .skippedBy(cluster)
        .map(who -> cut("%s. %s".formatted(who, message)))
        .orElse(message);
  }

  private String ignored(String cluster) {
    return members
        .skippedBy(cluster)
        .map(who -> who + ": what it reports does not count in this attempt.")
        .orElse("Its status is ignored, as the strategy asks.");
  }

  private String leaving(String cluster) {
    return closing.contains(cluster) ? CLOSING : LEAVING;
  }

  private static Instant since(ClusterState entry) {
    boolean refused = entry.stage() == Stage.STARTED && entry.refused() != 0;
    return refused ? Instant.ofEpochMilli(entry.clockStart()) : entry.sinceInstant();
  }

  private static IssueReason refused(String why) {
    return why.equals(FormerContent.UNAVAILABLE)
        ? IssueReason.FORMER_CONTENT_UNAVAILABLE
        : IssueReason.CANNOT_WRITE;
  }

  private Optional<IssueReason> reason(PendingCluster entry) {
    if (entry.refused() != 0) {
      return Optional.of(refused(entry.why()));
    }
    if (foreign.contains(entry.cluster())) {
      return Optional.of(IssueReason.FOREIGN_OVERRIDE);
    }
    if (members.leaving(entry.cluster())) {
      return Optional.of(IssueReason.REMOVAL_PENDING);
    }
    if (unknownContent.contains(entry.cluster())) {
      return Optional.of(IssueReason.UNKNOWN_CONTENT);
    }
    if (repairUndone.contains(entry.cluster())) {
      return Optional.of(IssueReason.REPAIR_UNDONE);
    }
    if (entry.early()) {
      return Optional.of(IssueReason.UNSTAGED_CHANGE);
    }
    return members.skippedBy(entry.cluster()).map(who -> IssueReason.IGNORED);
  }

  private Optional<IssueReason> reason(ClusterState entry) {
    if (unstaged && entry.enforced()) {
      return Optional.of(IssueReason.UNSTAGED_CHANGE);
    }
    if (TicketDelay.over(hub, entry, now)) {
      return Optional.of(IssueReason.PROPAGATOR_AWAY);
    }
    Optional<IssueReason> fromStage = fromStage(entry);
    if (fromStage.isPresent()) {
      return fromStage;
    }
    if (entry.is(ClusterFlag.GONE) && !entry.why().isEmpty()) {
      return Optional.of(refused(entry.why()));
    }
    if (entry.is(ClusterFlag.UNREACHABLE)) {
      return Optional.of(IssueReason.UNREACHABLE);
    }
    if (members.leaving(entry.cluster())) {
      return Optional.of(IssueReason.REMOVAL_PENDING);
    }
    // What a cluster in flight carries is being written.
    if (entry.stage().isFinal() && unknownContent.contains(entry.cluster())) {
      return Optional.of(IssueReason.UNKNOWN_CONTENT);
    }
    if (repairUndone.contains(entry.cluster())) {
      return Optional.of(IssueReason.REPAIR_UNDONE);
    }
    if (foreign.contains(entry.cluster())) {
      return Optional.of(IssueReason.FOREIGN_OVERRIDE);
    }
    if (entry.is(ClusterFlag.EARLY)) {
      return Optional.of(IssueReason.UNSTAGED_CHANGE);
    }
    return members.ignored(entry.cluster()) ? Optional.of(IssueReason.IGNORED) : Optional.empty();
  }

  private static Optional<IssueReason> fromStage(ClusterState entry) {
    boolean contradicted = entry.is(ClusterFlag.CONTRADICTED);
    return switch (entry.stage()) {
      case STARTED -> entry.refused() == 0 ? Optional.empty() : Optional.of(refused(entry.why()));
      case DISPATCHED, SOAKING, NEW_CLUSTER -> Optional.empty();
      case SUCCEEDED -> contradicted ? Optional.of(IssueReason.REGRESSED) : Optional.empty();
      case FAILED -> Optional.of(contradicted ? IssueReason.RECOVERED_LATE : IssueReason.FAILED);
      case TIMED_OUT ->
          Optional.of(contradicted ? IssueReason.RECOVERED_LATE : IssueReason.TIME_OUT);
    };
  }

  private RolloutTarget target() {
    return state.spec().policy();
  }

  private String message(PendingCluster entry, IssueReason reason) {
    return switch (reason) {
      case CANNOT_WRITE, FORMER_CONTENT_UNAVAILABLE -> cut(entry.why());
      case FOREIGN_OVERRIDE -> FOREIGN;
      case REMOVAL_PENDING -> leaving(entry.cluster());
      case UNKNOWN_CONTENT -> UNKNOWN;
      case REPAIR_UNDONE -> ClusterIssue.REPAIR_UNDONE;
      case IGNORED -> ignored(entry.cluster());
      case UNSTAGED_CHANGE -> early();
      case FAILED, TIME_OUT, REGRESSED, RECOVERED_LATE, UNREACHABLE, PROPAGATOR_AWAY ->
          throw new IllegalStateException(
              "%s is not a reason of cluster %s, which is not started"
                  .formatted(reason.label(), entry.cluster()));
    };
  }

  private String message(ClusterState entry, IssueReason reason, Optional<String> deadline) {
    return switch (reason) {
      case FAILED, TIME_OUT -> cut(failure(entry, deadline));
      case CANNOT_WRITE, FORMER_CONTENT_UNAVAILABLE -> cut(entry.why());
      case REGRESSED -> "Not %s any more, after its soak was over.".formatted(target().success());
      case RECOVERED_LATE -> Wording.capital(target().success()) + ", but after its deadline.";
      case UNREACHABLE ->
          members.kept(entry.cluster())
              ? KEPT
              : entry.stage().isFinal()
                  ? "The cluster is not available."
                  : "The cluster is not available, so its status is frozen.";
      case UNSTAGED_CHANGE ->
          entry.is(ClusterFlag.EARLY)
              ? early()
              : "It was enforced when the policy changed, so it got the change before its turn.";
      case PROPAGATOR_AWAY -> AWAY;
      case IGNORED -> ignored(entry.cluster());
      case FOREIGN_OVERRIDE -> FOREIGN;
      case REMOVAL_PENDING -> leaving(entry.cluster());
      case UNKNOWN_CONTENT -> UNKNOWN;
      case REPAIR_UNDONE -> ClusterIssue.REPAIR_UNDONE;
    };
  }

  private String early() {
    return "OCM's propagator wrote generation %d to it before its turn: the gate was open, or the policy was edited between its ticket and that write."
        .formatted(state.spec().version().generation());
  }

  private String failure(ClusterState entry, Optional<String> deadline) {
    String what = missed(entry);
    String within =
        deadline.map(time -> "Within the " + time + " of its deadline " + what + ".").orElse(what);
    String text = entry.is(ClusterFlag.PREDATED) ? within + " " + predated(entry) : within;
    return entry.is(ClusterFlag.TAKEN_BACK) ? text + " " + takenBack(entry) : text;
  }

  private String missed(ClusterState entry) {
    // A recovered entry has no reason, and no dispatch if its replica was removed.
    if (entry.dispatched() == 0 && !entry.why().isEmpty()) {
      return "the hub refused the write: " + entry.why();
    }
    if (entry.stage() == Stage.FAILED) {
      return "it reported that it %s with this version".formatted(target().failure());
    }
    return entry.is(ClusterFlag.REPORTED) && entry.is(ClusterFlag.UNCONFIRMED)
        ? "it was not available any more, and did not confirm its success"
        : "it reported nothing on this version";
  }

  private static String predated(ClusterState entry) {
    return "Its reports are dated before the dispatch: check the clock of cluster %s."
        .formatted(entry.cluster());
  }

  private static String takenBack(ClusterState entry) {
    return entry.why().isEmpty()
        ? "Its write was taken back."
        : "Its write could not be taken back: " + entry.why();
  }

  private static String cut(String message) {
    return message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE);
  }
}
