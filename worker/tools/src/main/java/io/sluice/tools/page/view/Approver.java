package io.sluice.tools.page.view;

import io.sluice.hub.crd.RolloutStatus;
import java.time.Instant;
import java.util.Objects;

/** Formats who approved a group, and how (rollout-strategy 5). */
final class Approver {
  private static final String CLI = "sluice:";
  private static final String UNVERIFIED = "unverified:";

  private Approver() {}

  static String of(RolloutStatus.Approval approval) {
    String by = Objects.requireNonNullElse(approval.by(), "unknown");
    if (by.startsWith(CLI)) {
      return by.substring(CLI.length());
    }
    return by.startsWith(UNVERIFIED) ? by.substring(UNVERIFIED.length()) + " (not verified)" : by;
  }

  static String when(RolloutStatus.Approval approval) {
    return approval.at() == null ? "at an unknown time" : Times.text(Instant.parse(approval.at()));
  }

  static String how(RolloutStatus.Approval approval) {
    return switch (Objects.requireNonNullElse(approval.how(), "")) {
      case "Mandatory" -> "mandatory, by the strategy";
      case "Spec" ->
          Objects.requireNonNullElse(approval.by(), "").startsWith(CLI)
              ? "in the spec, with Sluice"
              : "in the spec";
      case "Record" -> "recorded, for a rule";
      case "Signal" -> "by message";
      default -> "";
    };
  }
}
