package io.sluice.rollout.lifecycle;

import io.sluice.fleet.UndoneRepairs;
import io.sluice.policy.Problem;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Wording;
import io.sluice.rollout.strategy.Refusal;
import io.sluice.rollout.strategy.Refusal.Reason;
import java.util.List;
import java.util.Optional;

/**
 * Formats why nothing is written for a policy whose repairs are undone (policy-propagation 8.1).
 */
public final class RepairStop {
  private RepairStop() {}

  /** Returns what is wrong; empty unless the whole policy is stopped. */
  public static Optional<Problem> problem(UndoneRepairs undone) {
    return undone.stopped()
        ? Optional.of(
            new Problem(
                Reason.PROPAGATOR_RUNNING.label(),
                "what is written to " + named(undone.clusters()),
                "is changed back each time, so OCM's propagator or another program writes there"
                    + " too",
                "Stop that program; Sluice continues when the policy changes, and tries again"
                    + " every ten minutes"))
        : Optional.empty();
  }

  /** Returns the hub as a run is to see it: none of its clusters starts while it is stopped. */
  public static HubSnapshot seen(HubSnapshot hub, RolloutTarget policy, UndoneRepairs undone) {
    return undone.equals(UndoneRepairs.NONE)
        ? hub
        : hub.with(
            hub.fleet().withRepairUndone(undone.left()),
            hub.refusal()
                .or(
                    () ->
                        problem(undone)
                            .map(why -> Problem.message(Refusal.PREFIX + policy, List.of(why)))));
  }

  /** Formats {@code cluster c1}, or {@code clusters c1, c2}. */
  public static String named(List<String> clusters) {
    return (clusters.size() == 1 ? "cluster " : "clusters ") + Wording.names(clusters);
  }
}
