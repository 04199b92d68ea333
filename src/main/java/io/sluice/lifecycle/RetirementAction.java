package io.sluice.lifecycle;

import java.util.Optional;

/**
 * Decides what becomes of the Rollout object of a policy that is rolled out no more
 * (rollout-strategy 3.8).
 *
 * <p>A deleted policy takes its object along by owner reference. Nothing happens while a run is
 * open: it alone writes the status, and closes as Superseded or Aborted by itself.
 */
public enum RetirementAction {
  /** It stays as it is. */
  KEEP,
  /** The run has to close first. */
  WAIT_FOR_THE_RUN,
  /** The strategy was removed: nobody needs it. */
  DELETE,
  /** The strategy was removed, but people wrote a spec: only the attempt's number stays. */
  CLEAR,
  /** The policy was disabled: no cluster may be given what succeeded before. */
  FORGET_SUCCESS;

  /**
   * Judges the object of a policy that exists.
   *
   * @param staged whether the policy has a strategy, or one that the CRD of the hub drops: what was
   *     lost must not look like something that was removed (rollout-strategy 1.6)
   * @param object what the object says; absent when there is none, or another policy's
   */
  public static RetirementAction of(boolean staged, boolean disabled, Optional<View> object) {
    if (object.isEmpty() || staged && !disabled) {
      return KEEP;
    }
    View found = object.get();
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
   * What matters of the object.
   *
   * @param runOpen whether a run is open that Temporal knows of
   * @param spec whether people wrote a spec
   * @param status whether its status holds more than the attempt's number
   * @param success whether it tells of a last success, or of a word for the whole
   */
  public record View(boolean runOpen, boolean spec, boolean status, boolean success) {}
}
