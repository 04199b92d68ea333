package io.sluice.activation.policy;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Holds what was decided about the activation of a policy.
 *
 * @param activation what to store
 * @param reason of the condition {@code Activated}
 * @param message of it: both revisions, what differs and what would activate it
 * @param clusters what happens to them when what is pending is activated
 * @param wakeup when to decide again, whatever happens
 */
public record PolicyActivationDecision(
    PolicyActivation activation,
    String reason,
    String message,
    ClusterChanges clusters,
    Optional<Instant> wakeup) {
  /** The reason while nothing waits. */
  public static final String UP_TO_DATE = "UpToDate";

  /** The reason while an edit waits. */
  public static final String PENDING = "PendingPolicyChange";

  public PolicyActivationDecision {
    requireNonNull(activation, "activation is null");
    requireNonNull(reason, "reason is null");
    requireNonNull(message, "message is null");
    requireNonNull(clusters, "clusters is null");
    requireNonNull(wakeup, "wakeup is null");
  }

  /** Returns whether what is desired is active. */
  public boolean upToDate() {
    return reason.equals(UP_TO_DATE);
  }
}
