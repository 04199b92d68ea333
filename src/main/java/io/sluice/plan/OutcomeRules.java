package io.sluice.plan;

import io.sluice.plan.tracking.GroupCounts;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.RootView;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.rollout.strategy.StrategyType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Decides how an attempt ends: overtaken, in breach, or with every cluster final. */
final class OutcomeRules {
  private OutcomeRules() {}

  /** Returns what ends the attempt from outside (rollout-strategy 1.3, 3.2, 3.7, 3.8). */
  static Optional<Outcome> overtaking(AttemptSpec spec, HubSnapshot hub) {
    if (hub.claim() == HubSnapshot.ClaimState.DELETED || hub.root().isEmpty()) {
      return Optional.of(Outcome.ABORTED);
    }
    RootView root = hub.root().get();
    if (root.disabled()
        || root.deleting()
        || !root.version().policyUid().equals(spec.version().policyUid())) {
      return Optional.of(Outcome.ABORTED);
    }
    boolean another =
        !root.staged()
            || root.version().generation() != spec.version().generation()
            || !root.strategyHash().equals(spec.strategyHash());
    // With refused settings no attempt can take over: this one keeps its state until they are
    // accepted. A strategy that the CRD dropped is such a refusal, not one that was removed. What
    // the gate does not stage any more is let go at once, whatever becomes of the rollout.
    boolean left = EffectiveStrategy.leavesTheGate(spec.strategyHash(), root.strategyHash());
    return another && (left || hub.refusal().isEmpty())
        ? Optional.of(Outcome.SUPERSEDED)
        : Optional.empty();
  }

  /** Returns why, for the record of the run that ends. */
  static String whyOvertaken(AttemptSpec spec, HubSnapshot hub) {
    if (hub.claim() == HubSnapshot.ClaimState.DELETED) {
      return "the Rollout object was deleted";
    }
    if (hub.root().isEmpty()) {
      return "the policy was deleted";
    }
    RootView root = hub.root().get();
    if (root.disabled()) {
      return "the policy was disabled";
    }
    if (!root.version().policyUid().equals(spec.version().policyUid())) {
      return "the policy was deleted and made anew";
    }
    if (root.deleting()) {
      return "the policy is being deleted";
    }
    if (!root.staged()) {
      return "the policy has no rolloutStrategy any more";
    }
    return root.version().generation() == spec.version().generation()
        ? EffectiveStrategy.difference(spec.strategyHash(), root.strategyHash())
        : "generation %d of the policy takes over from %d"
            .formatted(root.version().generation(), spec.version().generation());
  }

  /** Returns why the attempt is in breach: any group, or the fleet, over its tolerance (3.6). */
  static Optional<String> breach(StartDecision decision) {
    if (!decision.overTolerance().isEmpty()) {
      return Optional.of(
          decision.overTolerance().stream()
              .map(OutcomeRules::excess)
              .collect(Collectors.joining("; ")));
    }
    return decision.breach()
        ? Optional.of("more clusters failed than tolerated")
        : Optional.empty();
  }

  private static String excess(Excess excess) {
    String where = excess.group().map(key -> "group " + key.label()).orElse("the fleet");
    return "%d failed > %d tolerated in %s".formatted(excess.failures(), excess.tolerated(), where);
  }

  /** Returns the outcome once every cluster is final or released (rollout-strategy 1.3). */
  static Optional<Outcome> ending(AttemptSpec spec, List<GroupCounts> groups) {
    boolean unended =
        groups.stream().anyMatch(group -> group.notStarted() > 0 || group.inFlight() > 0);
    if (groups.isEmpty() || unended) {
      return Optional.empty();
    }
    long clusters = groups.stream().mapToLong(GroupCounts::members).sum();
    long failures = groups.stream().mapToLong(GroupCounts::failures).sum();
    boolean tooMany =
        spec.strategy().type() == StrategyType.ALL
            && failures > spec.strategy().maxFailures().toleranceOf(clusters);
    return Optional.of(tooMany ? Outcome.FAILED : Outcome.SUCCEEDED);
  }
}
