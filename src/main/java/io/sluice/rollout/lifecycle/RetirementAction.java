package io.sluice.rollout.lifecycle;

import java.util.Optional;

/**
 * Decides what is done with the Rollout object of a policy that is not rolled out any more
 * (rollout-strategy 3.8).
 *
 * <p>The object of a deleted policy is deleted through its owner reference. Nothing is done while a
 * run is open: it alone writes the status, and closes as Superseded or Aborted by itself.
 */
public enum RetirementAction {
  /** The object stays as it is. */
  KEEP,
  /** The run has to close first. */
  WAIT_FOR_THE_RUN,
  /** The strategy was removed. */
  DELETE,
  /**
   * The strategy was removed, but the object has a spec, or receivers wait: of the status only the
   * number stays, and what they wait for.
   */
  CLEAR,
  /** The policy was disabled: no cluster may get the last successful version. */
  FORGET_SUCCESS;

  /**
   * Decides for the object of a policy that exists.
   *
   * @param staged whether the policy has a strategy, or has lost it to a CRD that drops it
   *     (rollout-strategy 1.6)
   * @param object the object of this policy, if there is one
   */
  public static RetirementAction of(
      boolean staged, boolean disabled, Optional<RolloutState> object) {
    if (object.isEmpty() || staged && !disabled) {
      return KEEP;
    }
    RolloutState found = object.get();
    if (found.runOpen()) {
      return WAIT_FOR_THE_RUN;
    }
    if (!staged && !found.spec()) {
      return DELETE;
    }
    if (!staged) {
      return found.status() ? CLEAR : KEEP;
    }
    return found.success() ? FORGET_SUCCESS : KEEP;
  }

  /**
   * The parts of the object that matter here.
   *
   * @param runOpen whether a run is open that Temporal knows of
   * @param spec whether it has a spec, or something that receivers have not been told yet: either
   *     would go with the object
   * @param status whether its status has more than the number of the attempt
   * @param success whether its status has a last success, or a {@code rolloutStatus}
   */
  public record RolloutState(boolean runOpen, boolean spec, boolean status, boolean success) {}
}
