package io.sluice.watch;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.lifecycle.RetirementAction;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.HubSnapshot;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds one policy at a time as it should be.
 *
 * <p>An unstaged policy is replicated at once. A staged one gets its Rollout object and a revision,
 * and the attempt that is due is started; which version a cluster holds is the run's to move. What
 * an open run has to know it is told. Where the strategy was removed, the object goes once no run
 * is open, and then everybody gets the present version (rollout-strategy 3.8).
 */
final class PolicyReconciler {
  private final ReconcilerContext tools;
  private final RolloutReconciler rollouts;
  private final Clock clock;

  PolicyReconciler(ReconcilerContext tools, RolloutReconciler rollouts, Clock clock) {
    this.tools = tools;
    this.rollouts = rollouts;
    this.clock = clock;
  }

  /** Works one policy off; answers when to look at it again, if time alone asks for that. */
  Optional<Instant> keep(PolicyName policy) {
    Instant now = clock.instant();
    PolicyContext picture = PolicyContext.of(tools.caches().factsToActOn(policy), now);
    Map<String, CachedReplica> replicas = tools.caches().replicas().replicas(policy);
    if (picture.root().isEmpty()) {
      removeAll(policy, picture, replicas);
      return Optional.empty();
    }
    RootPolicy root = picture.root().get();
    if (root.disabled()) {
      removeAll(policy, picture, replicas);
      return rollouts.retire(root, picture, now).again();
    }
    if (!picture.strategy().staged() && !picture.strategyDropped()) {
      tellOpenRun(policy, picture, replicas);
      tools.holding().forget(policy);
      RolloutReconciler.Retired retired = rollouts.retire(root, picture, now);
      // A batch of the run that is still under way would write what it rolled out.
      return retired.fate() == RetirementAction.WAIT_FOR_THE_RUN
          ? retired.again()
          : tools.replicas().replicate(root, picture, replicas, now);
    }
    Optional<Instant> again = tools.replicas().removeLeaving(policy, picture, replicas, now);
    if (picture.strategyDropped()) {
      // When it ends, nothing need happen on the hub that would tell.
      again = earlier(again, Optional.of(now.plus(HubCaches.STRATEGY_GRACE)));
    }
    if (picture.acceptance().flatMap(SettingsValidation::refusal).isEmpty()) {
      tools.holding().hold(root, picture, replicas);
      tools.welcoming().welcome(root, picture, replicas);
    }
    rollouts.keep(root, picture, replicas);
    tellOpenRun(policy, picture, replicas);
    return earlier(again, nextQuestion(policy, picture, now));
  }

  /** Removal does not wait for Temporal, which may be away: the run is told after it. */
  private void removeAll(
      PolicyName policy, PolicyContext picture, Map<String, CachedReplica> replicas) {
    tools.holding().forget(policy);
    tools.replicas().removeAll(policy, replicas);
    tellOpenRun(policy, picture, replicas);
  }

  /** While a run should be open, Temporal is asked now and then whether it is. */
  private Optional<Instant> nextQuestion(PolicyName policy, PolicyContext picture, Instant now) {
    return picture
        .rollout()
        .map(RolloutStatusParser::of)
        .filter(RolloutStatusParser::runOpen)
        .map(open -> tools.lost().next(policy, now));
  }

  private static Optional<Instant> earlier(Optional<Instant> left, Optional<Instant> right) {
    return Stream.concat(left.stream(), right.stream()).min(Instant::compareTo);
  }

  private void tellOpenRun(
      PolicyName policy, PolicyContext picture, Map<String, CachedReplica> replicas) {
    Optional<RolloutStatusParser> open =
        tools
            .caches()
            .rollout(policy)
            .map(RolloutStatusParser::of)
            .filter(RolloutStatusParser::runOpen);
    if (open.isEmpty()) {
      tools.post().close(policy);
      tools.messenger().forget(policy);
      tools.lost().forget(policy);
      return;
    }
    HubSnapshot view = picture.view(HubSnapshot.Claim.HELD, replicas.keySet());
    tools.messenger().tell(policy, open.get().rolloutUid(), view);
    boolean fresh =
        tools.post().open(policy, open.get().rolloutUid(), open.get().attempt(), rolled(picture));
    if (fresh) {
      replicas.values().forEach(known -> tools.post().judge(known.replica()));
    }
  }

  private static Optional<VerdictSender.Rolled> rolled(PolicyContext picture) {
    return picture
        .root()
        .map(
            root ->
                new VerdictSender.Rolled(
                    picture.content(root.snapshot()), picture.version().orElseThrow()));
  }
}
