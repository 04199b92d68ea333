package io.sluice.control.run;

/**
 * Reports that another hub uses this one's name in the Temporal namespace, so that nothing may be
 * started under it (rollout-strategy 3.2). Its message is a sentence for the administrator.
 */
public final class HubNameTakenException extends RuntimeException {
  private static final long serialVersionUID = 1;

  HubNameTakenException(String message) {
    super(message);
  }
}
