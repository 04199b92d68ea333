package io.sluice.watch;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.RootView;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Signals an open run what changed on the hub since its last signal, and opens the batcher of its
 * verdicts.
 *
 * <p>A run that is seen for the first time always gets a signal: no change between the run's own
 * first look and this one must be lost.
 */
final class RunNotifier {
  private final HubCaches caches;
  private final Runs runs;
  private final RunLiveness liveness;
  private final VerdictSender verdicts;
  private final Map<PolicyName, Notified> notified = new ConcurrentHashMap<>();

  RunNotifier(HubCaches caches, Runs runs, RunLiveness liveness, VerdictSender verdicts) {
    this.caches = caches;
    this.runs = runs;
    this.liveness = liveness;
    this.verdicts = verdicts;
  }

  /** What a run was notified of last. */
  private record Notified(
      String rolloutUid,
      Optional<RootView> root,
      Optional<String> refusal,
      Intent intent,
      FleetView fleet) {}

  /**
   * Notifies the open run of a policy, if there is one.
   *
   * @throws RuntimeException when Temporal cannot be reached
   */
  void notifyRun(PolicyName policy, PolicyContext context, Map<String, CachedReplica> replicas) {
    Optional<RolloutStatusParser> open =
        caches.rollout(policy).map(RolloutStatusParser::of).filter(RolloutStatusParser::runOpen);
    if (open.isEmpty()) {
      verdicts.close(policy);
      notified.remove(policy);
      liveness.forget(policy);
      return;
    }
    String rolloutUid = open.get().rolloutUid();
    notify(policy, rolloutUid, context.view(HubSnapshot.ClaimState.HELD, replicas.keySet()));
    boolean opened = verdicts.open(policy, rolloutUid, open.get().attempt(), rolledOut(context));
    if (opened) {
      replicas.values().forEach(replica -> verdicts.judge(replica.replica()));
    }
  }

  private static Optional<VerdictSender.RolledOut> rolledOut(PolicyContext context) {
    return context
        .root()
        .map(
            root ->
                new VerdictSender.RolledOut(
                    context.content(root.snapshot()), context.version().orElseThrow()));
  }

  private void notify(PolicyName policy, String rolloutUid, HubSnapshot hub) {
    Notified now = new Notified(rolloutUid, hub.root(), hub.refusal(), hub.intent(), hub.fleet());
    Notified before = notified.get(policy);
    // Every signal makes the run read the hub anew, so one is enough: that of the main change.
    signal(before, now).ifPresent(signal -> runs.signal(policy, signal));
    notified.put(policy, now);
  }

  private static Optional<String> signal(Notified before, Notified now) {
    if (before == null
        || !before.rolloutUid().equals(now.rolloutUid())
        || !before.root().equals(now.root())
        || !before.refusal().equals(now.refusal())) {
      return Optional.of(PolicyRolloutWorkflow.POLICY_CHANGED);
    }
    if (!before.intent().equals(now.intent())) {
      return Optional.of(PolicyRolloutWorkflow.ROLLOUT_CHANGED);
    }
    return same(before.fleet(), now.fleet())
        ? Optional.empty()
        : Optional.of(PolicyRolloutWorkflow.FLEET_CHANGED);
  }

  /** Ignores clusters that got their first replica: the run itself wrote it. */
  private static boolean same(FleetView before, FleetView now) {
    return Set.copyOf(before.withoutReplica()).containsAll(now.withoutReplica())
        && withoutBare(before).equals(withoutBare(now));
  }

  private static FleetView withoutBare(FleetView fleet) {
    return new FleetView(
        fleet.groups(),
        fleet.incoherent(),
        fleet.leaving(),
        fleet.ignored(),
        List.of(),
        fleet.foreign());
  }
}
