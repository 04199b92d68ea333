package io.sluice.hub.gate;

import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.rollout.lifecycle.RolloutRecord;
import java.util.Optional;

/** Finds the attempt that may give clusters its version at present (gate 4.4). */
public final class OpenAttempt {
  private OpenAttempt() {}

  /**
   * Returns its number; empty while no run is open, or while its rollout is paused, to be aborted,
   * or of a version that the policy has no more.
   */
  public static Optional<Long> of(PolicyContext context) {
    return context.root().flatMap(root -> of(context, root));
  }

  private static Optional<Long> of(PolicyContext context, RootPolicy root) {
    boolean stopped =
        root.deleting()
            || root.disabled()
            || context.intent().paused()
            || context
                .rolloutStatus()
                .filter(status -> Boolean.TRUE.equals(status.status().paused))
                .isPresent();
    return context
        .rolloutStatus()
        .filter(status -> !stopped)
        .filter(RolloutStatusParser::runOpen)
        .map(status -> status.record(root.uid()))
        .filter(record -> record.generation() == context.version().orElseThrow().generation())
        .filter(record -> !aborted(context, record))
        .map(RolloutRecord::attempt);
  }

  private static boolean aborted(PolicyContext context, RolloutRecord record) {
    return context
        .intent()
        .abort()
        .filter(abort -> abort.rolloutUid().equals(record.rolloutUid()))
        .isPresent();
  }
}
