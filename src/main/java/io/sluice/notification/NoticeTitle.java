package io.sluice.notification;

/** Says in one sentence what happened: the same words in all formats. */
final class NoticeTitle {
  private NoticeTitle() {}

  /** Returns it without a full stop: {@code policies/tls on hub eu: group prod starts}. */
  static String of(Notice notice, NoticeOrigin origin) {
    return "%s/%s on hub %s: %s"
        .formatted(origin.namespace(), origin.name(), origin.hub(), what(notice));
  }

  /** Returns it with the words of the status, for where there is one text alone. */
  static String withMessage(Notice notice, NoticeOrigin origin) {
    String title = of(notice, origin) + ".";
    return notice.message().isBlank() ? title : title + " " + notice.message();
  }

  private static String what(Notice notice) {
    String group = notice.group().map(name -> "group " + name).orElse("a group");
    return switch (notice.kind()) {
      case WAITING_FOR_APPROVAL -> group + " waits for its approval";
      case GROUP_OPENED -> group + " starts";
      case CHECK_FAILED -> "a check has failed for " + group;
      case WINDOW_MISSED -> "the calendar closed before all clusters of " + group + " had started";
      case HALTED -> "the rollout is halted";
      case SUCCEEDED -> "the rollout has succeeded";
      case ABORTED -> "the rollout is aborted";
      case SUPERSEDED -> "a newer version replaces the rollout";
      case REGRESSED -> "clusters contradict their success";
      case STRAGGLER -> "clusters are late, or out of reach";
      case RELEASED -> "no cluster is enforced by the rollout any more";
    };
  }
}
