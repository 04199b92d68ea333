package io.sluice.tools.plan;

import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.rollout.Counts;
import io.sluice.rollout.RootView;
import java.util.Objects;
import java.util.Optional;

/**
 * Holds an attempt that runs, and ends as Superseded because another one is due.
 *
 * @param started how many clusters it has started
 * @param clusters how many it has in all
 */
record SupersededAttempt(long number, long generation, long started, long clusters) {
  /** Returns the one of this policy, if there is one. */
  static Optional<SupersededAttempt> of(PolicyContext context) {
    return context
        .rolloutStatus()
        .filter(RolloutStatusParser::runOpen)
        .filter(
            status ->
                context
                    .rootView()
                    .filter(root -> !status.record(root.version().policyUid()).attempted(root))
                    .isPresent())
        .map(status -> of(status, context.rootView().orElseThrow()));
  }

  private static SupersededAttempt of(RolloutStatusParser status, RootView root) {
    Counts counts = Objects.requireNonNullElse(status.status().counts, Counts.ZERO);
    return new SupersededAttempt(
        status.attempt(),
        status.record(root.version().policyUid()).generation(),
        counts.clusters() - counts.toApply(),
        counts.clusters());
  }
}
