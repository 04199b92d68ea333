package io.sluice.plan.report;

import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Stage;
import io.sluice.rollout.Wording;
import java.time.Duration;
import java.util.Optional;

/** Words why a cluster is listed as an exception. */
final class IssueMessages {
  private static final int LONGEST = 512;
  private static final String LEAVING = "No placement selects the cluster any more.";
  private static final String FOREIGN = "A restricted binding of somebody else enforces it.";

  private final Optional<String> deadline;

  IssueMessages(AttemptSpec spec) {
    Optional<Duration> deadline = spec.strategy().progressDeadline();
    this.deadline = deadline.map(Wording::of);
  }

  String of(PendingCluster entry, IssueReason reason) {
    if (reason == IssueReason.CANNOT_WRITE) {
      return cut(entry.why());
    }
    return reason == IssueReason.FOREIGN_OVERRIDE ? FOREIGN : LEAVING;
  }

  String of(ClusterState entry, IssueReason reason) {
    return switch (reason) {
      case FAILED, TIME_OUT -> cut(failure(entry));
      case CANNOT_WRITE -> cut(entry.why());
      case REGRESSED -> "Not compliant any more, after its soak was over.";
      case RECOVERED_LATE -> "Compliant, but after its deadline.";
      case UNREACHABLE ->
          entry.stage().isFinal()
              ? "The cluster is not available."
              : "The cluster is not available, so its status is frozen.";
      case UNSTAGED_CHANGE ->
          "It was enforced when the policy changed, so it got the change before its turn.";
      case IGNORED -> "Its status is ignored, as the strategy asks.";
      case FOREIGN_OVERRIDE -> FOREIGN;
      case REMOVAL_PENDING -> LEAVING;
    };
  }

  private String failure(ClusterState entry) {
    String what = missed(entry);
    String within =
        deadline.map(time -> "Within the " + time + " of its deadline " + what + ".").orElse(what);
    return entry.is(ClusterFlag.TAKEN_BACK) ? within + " " + takenBack(entry) : within;
  }

  private static String missed(ClusterState entry) {
    // Of a run that was lost the reason is gone, and maybe a replica that was taken back.
    if (entry.dispatched() == 0 && !entry.why().isEmpty()) {
      return "the hub refused the write: " + entry.why();
    }
    return entry.stage() == Stage.FAILED
        ? "it reported that it does not comply with this version"
        : "it reported nothing on this version";
  }

  private static String takenBack(ClusterState entry) {
    return entry.why().isEmpty()
        ? "Its write was taken back."
        : "Its write could not be taken back: " + entry.why();
  }

  private static String cut(String message) {
    return message.length() <= LONGEST ? message : message.substring(0, LONGEST);
  }
}
