package io.sluice.template.work;

/** States how far the rollout of a binding's active intent has come (lazy-activation 3). */
public enum RolloutStanding {
  /** Due, or running: the run alone moves clusters from version to version. */
  UNDER_WAY,
  /** It succeeded, so that its intent is the settled one. */
  SUCCEEDED,
  /** It failed or was aborted, and nothing follows by itself. */
  HALTED
}
