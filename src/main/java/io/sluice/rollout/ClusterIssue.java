package io.sluice.rollout;

import java.time.Instant;

/**
 * Names a cluster that is not as it should be.
 *
 * @param status OCM's word for it (rollout-strategy 1.2)
 */
public record ClusterIssue(
    String cluster,
    String groupName,
    String status,
    Reason reason,
    Instant since,
    String message,
    boolean ignored) {
  /** What is out of order, as {@code Rollout.status.exceptions[].reason} says it. */
  public enum Reason {
    FAILED("Failed"),
    TIME_OUT("TimeOut"),
    REGRESSED("Regressed"),
    RECOVERED_LATE("RecoveredLate"),
    UNREACHABLE("Unreachable"),
    CANNOT_WRITE("CannotWrite"),
    IGNORED("Ignored"),
    UNSTAGED_CHANGE("UnstagedChange"),
    FOREIGN_OVERRIDE("ForeignOverride"),
    REMOVAL_PENDING("RemovalPending");

    private final String word;

    Reason(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }
}
