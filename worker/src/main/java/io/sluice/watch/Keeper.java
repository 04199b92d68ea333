package io.sluice.watch;

import io.sluice.hub.Acceptance;
import io.sluice.hub.HubPicture;
import io.sluice.hub.KnownReplica;
import io.sluice.hub.Revisions;
import io.sluice.hub.RolloutObjects;
import io.sluice.hub.RolloutReading;
import io.sluice.hub.RootPolicy;
import io.sluice.plan.HubView;
import io.sluice.plan.strategy.Strategy;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.upkeep.AttemptDue;
import io.sluice.upkeep.RolloutRecord;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Holds one policy at a time as it should be.
 *
 * <p>An unstaged policy is replicated at once. A staged one gets its Rollout object and a revision,
 * and the attempt that is due is started; which version a cluster holds is the run's to move. What
 * an open run has to know it is told.
 */
final class Keeper {
  private final KeeperTools tools;
  private final Revisions revisions;
  private final RolloutObjects rollouts;
  private final Clock clock;
  private final Map<PolicyName, String> kept = new ConcurrentHashMap<>();

  Keeper(KeeperTools tools, Revisions revisions, RolloutObjects rollouts, Clock clock) {
    this.tools = tools;
    this.revisions = revisions;
    this.rollouts = rollouts;
    this.clock = clock;
  }

  /** Works one policy off; answers when to look at it again, if time alone asks for that. */
  Optional<Instant> keep(PolicyName policy) {
    Instant now = clock.instant();
    HubPicture picture = HubPicture.of(tools.caches().factsToActOn(policy), now);
    Map<String, KnownReplica> replicas = tools.caches().replicas().replicas(policy);
    if (picture.root().isEmpty() || picture.root().get().disabled()) {
      tellOpenRun(policy, picture, replicas);
      tools.holding().forget(policy);
      tools.replicas().removeAll(policy, replicas);
      return Optional.empty();
    }
    RootPolicy root = picture.root().get();
    if (!picture.strategy().staged() && !picture.strategyDropped()) {
      tellOpenRun(policy, picture, replicas);
      tools.holding().forget(policy);
      return tools.replicas().replicate(root, picture, replicas, now);
    }
    Optional<Instant> again = tools.replicas().removeLeaving(policy, picture, replicas, now);
    if (picture.strategyDropped()) {
      // When it ends, nothing need happen on the hub that would tell.
      again = earlier(again, Optional.of(now.plus(HubCaches.STRATEGY_GRACE)));
    }
    if (picture.acceptance().flatMap(Acceptance::refusal).isEmpty()) {
      tools.holding().hold(root, picture, replicas);
      tools.welcoming().welcome(root, picture, replicas);
    }
    keepRollout(root, picture, replicas);
    tellOpenRun(policy, picture, replicas);
    return earlier(again, nextQuestion(policy, picture, now));
  }

  private void keepRollout(
      RootPolicy root, HubPicture picture, Map<String, KnownReplica> replicas) {
    Optional<RolloutRecord> record =
        picture.rollout().map(RolloutReading::of).map(rollout -> rollout.record(root.uid()));
    if (record.isEmpty()) {
      // The object comes back through the watch, and with it this key.
      rollouts.ensure(root, highestAttempt(replicas));
      return;
    }
    Acceptance acceptance = picture.acceptance().orElseThrow();
    if (!record.get().runOpen()) {
      rollouts.accept(root.name(), root.uid(), acceptance.refusal());
    }
    if (acceptance.refusal().isPresent()) {
      return;
    }
    keepRevision(root);
    boolean lost =
        record.get().runOpen()
            && tools.lost().lost(root.name(), record.get().rolloutUid(), clock.instant());
    AttemptDue.judge(
            picture.rootView().orElseThrow(),
            record,
            picture.fleet(replicas.keySet()),
            highestAttempt(replicas),
            lost)
        .ifPresent(due -> start(root, picture, acceptance.strategy().orElseThrow(), due, replicas));
  }

  private void start(
      RootPolicy root,
      HubPicture picture,
      Strategy strategy,
      AttemptDue due,
      Map<String, KnownReplica> replicas) {
    if (!tools.starter().start(root, picture, strategy, due, replicas)) {
      // It may be a former run that is about to close: nothing on the hub would tell when.
      tools.again(root.name(), Duration.ofSeconds(1));
    }
  }

  /** Asks the hub only when there is something new to be kept. */
  private void keepRevision(RootPolicy root) {
    String what = "%s %d %s".formatted(root.uid(), root.generation(), root.snapshot().hash());
    if (!what.equals(kept.get(root.name()))) {
      revisions.keep(root);
      kept.put(root.name(), what);
    }
  }

  /** While a run should be open, Temporal is asked now and then whether it is. */
  private Optional<Instant> nextQuestion(PolicyName policy, HubPicture picture, Instant now) {
    return picture
        .rollout()
        .map(RolloutReading::of)
        .filter(RolloutReading::runOpen)
        .map(open -> tools.lost().next(policy, now));
  }

  private static Optional<Instant> earlier(Optional<Instant> left, Optional<Instant> right) {
    return Stream.concat(left.stream(), right.stream()).min(Instant::compareTo);
  }

  private static long highestAttempt(Map<String, KnownReplica> replicas) {
    return replicas.values().stream()
        .flatMap(known -> known.replica().dispatch().stream())
        .mapToLong(Dispatch::attempt)
        .max()
        .orElse(0);
  }

  private void tellOpenRun(
      PolicyName policy, HubPicture picture, Map<String, KnownReplica> replicas) {
    Optional<RolloutReading> open =
        tools.caches().rollout(policy).map(RolloutReading::of).filter(RolloutReading::runOpen);
    if (open.isEmpty()) {
      tools.post().close(policy);
      tools.messenger().forget(policy);
      tools.lost().forget(policy);
      return;
    }
    HubView view = picture.view(HubView.Claim.HELD, replicas.keySet());
    tools.messenger().tell(policy, open.get().rolloutUid(), view);
    boolean fresh =
        tools.post().open(policy, open.get().rolloutUid(), open.get().attempt(), rolled(picture));
    if (fresh) {
      replicas.values().forEach(known -> tools.post().judge(known.replica()));
    }
  }

  private static Optional<VerdictPost.Rolled> rolled(HubPicture picture) {
    return picture
        .root()
        .map(
            root ->
                new VerdictPost.Rolled(
                    picture.content(root.snapshot()), picture.version().orElseThrow()));
  }
}
