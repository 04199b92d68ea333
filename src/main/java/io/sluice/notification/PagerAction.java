package io.sluice.notification;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Decides what PagerDuty makes of a notice.
 *
 * <p>What stops a rollout, or puts its result in doubt, calls somebody. What ends an attempt, by
 * itself or by a person, ends the incident. The rest is told with severity {@code info}: PagerDuty
 * opens an incident for that, too, so a rule for a pager lists its events.
 */
enum PagerAction {
  ERROR("trigger", "error"),
  WARNING("trigger", "warning"),
  INFO("trigger", "info"),
  RESOLVE("resolve", "info");

  private final String action;
  private final String severity;

  PagerAction(String action, String severity) {
    this.action = action;
    this.severity = severity;
  }

  static PagerAction of(NoticeKind kind) {
    return switch (kind) {
      case HALTED, REGRESSED -> ERROR;
      case CHECK_FAILED, WINDOW_MISSED, STRAGGLER -> WARNING;
      case WAITING_FOR_APPROVAL, GROUP_OPENED -> INFO;
      case SUCCEEDED, ABORTED, SUPERSEDED, RELEASED -> RESOLVE;
    };
  }

  /** Returns the names of what is told and calls for nobody: {@code group-opened and …}. */
  static String informative() {
    return Arrays.stream(NoticeKind.values())
        .filter(kind -> of(kind) == INFO)
        .map(NoticeKind::label)
        .collect(Collectors.joining(" and "));
  }

  String action() {
    return action;
  }

  String severity() {
    return severity;
  }
}
