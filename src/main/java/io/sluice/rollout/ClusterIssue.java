package io.sluice.rollout;

import java.time.Instant;

/**
 * Describes a cluster that needs attention: an entry of {@code Rollout.status.exceptions}.
 *
 * @param status OCM's status of the cluster (rollout-strategy 1.2)
 */
public record ClusterIssue(
    String cluster,
    String groupName,
    String status,
    IssueReason reason,
    Instant since,
    String message,
    boolean ignored) {
  /** Says of a cluster that it undoes repairs, during an attempt and after it. */
  public static final String REPAIR_UNDONE =
      "The repair of its replica was undone twice, so it is left as it is; it is tried again every"
          + " ten minutes, and when the policy changes.";

  /**
   * Lists the values of {@code Rollout.status.exceptions[].reason}.
   *
   * <p>A new one needs its message in {@code ClusterIssues}, its name in {@code docs/rollouts.md},
   * and a look at {@code ClusterRecovery} (does it contradict the cluster's final status?) and
   * {@code EndedAttemptStatus} (is it a failure that later compliance corrects?).
   */
  public enum IssueReason {
    FAILED("Failed"),
    TIME_OUT("TimeOut"),
    REGRESSED("Regressed"),
    RECOVERED_LATE("RecoveredLate"),
    UNREACHABLE("Unreachable"),
    CANNOT_WRITE("CannotWrite"),
    FORMER_CONTENT_UNAVAILABLE("FormerContentUnavailable"),
    PROPAGATOR_AWAY("PropagatorAway"),
    IGNORED("Ignored"),
    UNSTAGED_CHANGE("UnstagedChange"),
    FOREIGN_OVERRIDE("ForeignOverride"),
    REMOVAL_PENDING("RemovalPending"),
    UNKNOWN_CONTENT("UnknownContent"),
    REPAIR_UNDONE("RepairUndone");

    private final String label;

    IssueReason(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }
}
