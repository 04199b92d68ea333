package io.sluice.process;

import java.util.Locale;

/** Where a rollout stands when the hub is lost. */
enum RestoredState {
  /** Succeeded everywhere. */
  DONE(false, "progressivePerGroup", "{}"),
  /** In the middle of its second group. */
  RUNNING(false, "progressivePerGroup", "{}"),
  RUNNING_INFORM(true, "progressivePerGroup", "{}"),
  /** Failed in its second group. */
  FAILED(false, "progressivePerGroup", "{progressDeadline: 3s}"),
  FAILED_INFORM(true, "progressivePerGroup", "{progressDeadline: 3s}"),
  /** Its second group is not approved. */
  WAITING(false, "manualPerGroup", "{}"),
  WAITING_INFORM(true, "manualPerGroup", "{}");

  private final boolean inform;
  private final String type;
  private final String settings;

  RestoredState(boolean inform, String type, String settings) {
    this.inform = inform;
    this.type = type;
    this.settings = settings;
  }

  String policy(String suffix) {
    return name().toLowerCase(Locale.ROOT).replace('_', '-') + suffix;
  }

  boolean failed() {
    return this == FAILED || this == FAILED_INFORM;
  }

  boolean waiting() {
    return this == WAITING || this == WAITING_INFORM;
  }

  String strategy() {
    String name = type.equals("manualPerGroup") ? type : "ProgressivePerGroup";
    return "{type: %s, %s: %s%s}"
        .formatted(name, type, settings, inform ? ", pendingClusters: Inform" : "");
  }
}
