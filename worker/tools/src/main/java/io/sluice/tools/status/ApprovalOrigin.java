package io.sluice.tools.status;

import static java.util.Objects.requireNonNullElse;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.option.SpecEditor;

/** Formats where an approval comes from, who gave it, and when (rollout-strategy 5). */
public final class ApprovalOrigin {
  private static final String RECORD = "Record";

  private ApprovalOrigin() {}

  /** Returns whether it is one that counts: what a person recorded counts before others have. */
  public static boolean counts(RolloutStatus.Approval approval) {
    return approval.approved() || recorded(approval);
  }

  /** Returns whether a person has recorded it, for a rule of approvals. */
  public static boolean recorded(RolloutStatus.Approval approval) {
    return RECORD.equals(approval.how());
  }

  public static String of(RolloutStatus.Approval approval) {
    String origin =
        switch (requireNonNullElse(approval.how(), "")) {
          case "Mandatory" -> "mandatory, by the strategy";
          case "Spec" -> "in the spec" + by(approval);
          case RECORD -> "recorded" + by(approval);
          default -> "by message" + by(approval);
        };
    String when = approval.at() == null ? "" : ", " + approval.at();
    return origin + when + (approval.comment() == null ? "" : ": " + approval.comment());
  }

  private static String by(RolloutStatus.Approval approval) {
    String by = requireNonNullElse(approval.by(), "unknown");
    return by.equals("unknown") ? "" : ", by " + SpecEditor.person(by);
  }
}
