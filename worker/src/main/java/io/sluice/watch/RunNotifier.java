package io.sluice.watch;

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
 * Tells an open run what changed since it was last told.
 *
 * <p>The first time that a run is seen it is always told: what changed between its own first look
 * and ours must not be lost.
 */
final class RunNotifier {
  private final Runs runs;
  private final Map<PolicyName, Told> told = new ConcurrentHashMap<>();

  RunNotifier(Runs runs) {
    this.runs = runs;
  }

  private record Told(
      String rolloutUid,
      Optional<RootView> root,
      Optional<String> refusal,
      Intent intent,
      FleetView fleet) {}

  /** Sends a signal if any part of the view changed. Throws when Temporal is away. */
  void tell(PolicyName policy, String rolloutUid, HubSnapshot view) {
    Told now = new Told(rolloutUid, view.root(), view.refusal(), view.intent(), view.fleet());
    Told before = told.get(policy);
    // Each has the run look at everything: one signal is enough, named after the weightiest.
    signal(before, now).ifPresent(signal -> runs.signal(policy, signal));
    told.put(policy, now);
  }

  private static Optional<String> signal(Told before, Told now) {
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

  /** Who is not bare any more was given something by the run itself: that is no news to it. */
  private static boolean same(FleetView before, FleetView now) {
    return Set.copyOf(before.bare()).containsAll(now.bare())
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

  void forget(PolicyName policy) {
    told.remove(policy);
  }
}
