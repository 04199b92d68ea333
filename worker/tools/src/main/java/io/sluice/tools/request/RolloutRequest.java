package io.sluice.tools.request;

/** Decides what a person's request changes in the spec of a Rollout. */
interface RolloutRequest {
  /** Begins messages: {@code Cannot pause the rollout of policy policies/web}. */
  String act(RolloutSource source);

  /** Says what a strategy would be for, where there is none. */
  default String purpose() {
    return " to have it rolled out in steps";
  }

  /**
   * Decides on what was read just now.
   *
   * @throws io.sluice.tools.option.CliFailure when the request cannot be granted
   */
  RequestDecision decide(RolloutSource source, RequestContext context);
}
