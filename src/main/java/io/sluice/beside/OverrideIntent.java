package io.sluice.beside;

import io.sluice.rollout.Outcome;

/** Decides whether an override should exist (policy-propagation 14.3 and 14.4). */
public enum OverrideIntent {
  /** Its Placement and binding are there, so that runs can list clusters. */
  STAND,
  /** The policy was edited under clusters that enforce it: no cluster is listed any more. */
  EMPTY,
  /** All of it goes. */
  REMOVE,
  /** Nothing is created, and nothing is withdrawn. */
  LEAVE;

  /** Decides for one policy. */
  public static OverrideIntent of(OverrideInput input) {
    if (!input.wanted()) {
      return REMOVE;
    }
    if (input.deleting()) {
      return LEAVE;
    }
    if (!input.ofAnotherVersion().isEmpty()) {
      return EMPTY;
    }
    if (input.runOpen() || input.due()) {
      return STAND;
    }
    return input.outcome().map(outcome -> ended(input, outcome)).orElse(LEAVE);
  }

  private static OverrideIntent ended(OverrideInput input, Outcome outcome) {
    return switch (outcome) {
      case ABORTED -> REMOVE;
      case SUPERSEDED -> LEAVE;
      case SUCCEEDED, FAILED ->
          outcome == Outcome.FAILED && input.unfinished()
                  || input.release() == OverrideRelease.NEVER
              ? LEAVE
              : REMOVE;
    };
  }
}
