package io.sluice.notification;

import java.util.Arrays;
import java.util.Optional;

/** Lists of what people are told (between-waves N1). */
public enum NoticeKind {
  /** It is a group's turn, and it lacks its approval. */
  WAITING_FOR_APPROVAL("waiting-for-approval"),
  /** The first cluster of a group starts. */
  GROUP_OPENED("group-opened"),
  /** A check has failed for a group (between-waves K3). */
  CHECK_FAILED("check-failed"),
  /** A calendar closed a group of which clusters have not started. */
  WINDOW_MISSED("window-missed"),
  /** A breach stops the rollout, or it ends as Failed. */
  HALTED("halted"),
  SUCCEEDED("succeeded"),
  ABORTED("aborted"),
  SUPERSEDED("superseded"),
  /** Clusters contradict their success after their soak. */
  REGRESSED("regressed"),
  /** Clusters that got the version are late, or out of reach. */
  STRAGGLER("straggler"),
  /** Beside OCM's propagator: no cluster is enforced by the rollout any more. */
  RELEASED("released");

  private final String label;

  NoticeKind(String label) {
    this.label = label;
  }

  /** Returns how settings, ids and messages call it. */
  public String label() {
    return label;
  }

  /** Returns the kind with that label; empty if there is none. */
  public static Optional<NoticeKind> of(String label) {
    return Arrays.stream(values()).filter(kind -> kind.label.equals(label)).findFirst();
  }
}
