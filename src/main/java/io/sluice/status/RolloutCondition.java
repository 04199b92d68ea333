package io.sluice.status;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Holds one condition of a Rollout object, without its instants (rollout-strategy 5). */
public record RolloutCondition(String type, boolean holds, String reason, String message) {
  public static final String ACTIVATED = "Activated";
  public static final String ACCEPTED = "Accepted";
  public static final String RETRY_ACCEPTED = "RetryAccepted";
  public static final String APPROVALS_MATCHED = "ApprovalsMatched";
  public static final String BOUND = "Bound";
  public static final String LAST_SUCCESSFUL_STORED = "LastSuccessfulStored";
  public static final String NOT_GATED = "NotGated";
  public static final String NOTIFICATIONS_ACCEPTED = "NotificationsAccepted";
  public static final String OVERRIDE_RELEASED = "OverrideReleased";
  public static final String READY = "Ready";
  public static final String RECONCILING = "Reconciling";
  public static final String STALLED = "Stalled";

  /** The types that follow from the rest of a status, see {@link ReadinessConditions}. */
  public static final List<String> DERIVED = List.of(READY, RECONCILING, STALLED);

  public RolloutCondition {
    requireNonNull(type, "type is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(message, "message is null");
  }
}
