package io.sluice.plan.report;

import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.FieldAdvice;
import java.util.Optional;

/** Formats what happens, or what a person can do, after the end of an attempt. */
final class EndMessage {
  private EndMessage() {}

  /** Returns the message; empty while there is no outcome. */
  static Optional<String> of(AttemptState state, HubSnapshot hub) {
    return state.outcome().map(outcome -> of(outcome, state, hub));
  }

  private static String of(Outcome outcome, AttemptState state, HubSnapshot hub) {
    return switch (outcome) {
      case SUCCEEDED ->
          "Nothing is left to do. A change of the %s begins the next rollout."
              .formatted(state.spec().policy().content());
      case FAILED -> retry(state.spec());
      case ABORTED -> aborted(state, hub);
      case SUPERSEDED ->
          hub.root().filter(root -> !root.staged()).isPresent()
              ? "The policy has no rolloutStrategy any more, so every cluster gets it at once."
              : "The next attempt begins by itself.";
    };
  }

  private static String aborted(AttemptState state, HubSnapshot hub) {
    if (state.aborted().isPresent()) {
      return "Aborted: %s. Every cluster keeps what it has. %s"
          .formatted(state.aborted().get(), retry(state.spec()));
    }
    if (hub.root().filter(RootView::disabled).isPresent()) {
      return "The policy is disabled, so its replicas are removed. Set spec.disabled to false to"
          + " roll it out again.";
    }
    return hub.root().isEmpty()
        ? "The policy was deleted, so its replicas are removed."
        : "The Rollout object was deleted. The next attempt begins by itself.";
  }

  private static String retry(AttemptSpec spec) {
    return FieldAdvice.retry(spec.policy(), spec.rolloutUid());
  }
}
