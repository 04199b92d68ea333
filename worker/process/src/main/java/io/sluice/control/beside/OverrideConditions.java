package io.sluice.control.beside;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.beside.OverridePage;
import io.sluice.beside.OverrideState;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Wording;
import io.sluice.status.RolloutCondition;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the conditions of an override, while no run writes the status. */
final class OverrideConditions {
  private static final String STUCK = "CleanupStuck";
  private static final String RELEASED = "OverrideReleased";

  private final RolloutObjects rollouts;
  private final Clock clock;

  OverrideConditions(RolloutObjects rollouts, Clock clock) {
    this.rollouts = rollouts;
    this.clock = clock;
  }

  /**
   * Writes them if the object as it was seen has others.
   *
   * @param stuck whether replicas have not been turned back for long
   * @param kept whether clusters stay enforced after the end
   */
  void write(
      GenericKubernetesResource seen,
      PolicyName policy,
      boolean stuck,
      boolean kept,
      OverrideState state) {
    Optional<RolloutCondition> cleanup = stuck ? Optional.of(stuck(state)) : Optional.empty();
    Optional<RolloutCondition> released = kept ? Optional.of(kept(state)) : Optional.empty();
    boolean same = same(seen, STUCK, cleanup) && same(seen, RELEASED, released);
    if (same || written(seen)) {
      return;
    }
    rollouts.update(
        policy,
        object ->
            written(object)
                ? Optional.<Map<String, Object>>empty()
                : Optional.of(
                    RolloutStatusTree.of(RolloutStatusTree.status(object))
                        .set(STUCK, cleanup, HubObjects.generation(object), clock.instant())
                        .set(RELEASED, released, HubObjects.generation(object), clock.instant())
                        .tree()));
  }

  /** The run of an object that is being deleted closes without a write. */
  private static boolean written(GenericKubernetesResource rollout) {
    return RolloutStatusTree.open(rollout) && !HubObjects.deleting(rollout);
  }

  private static boolean same(
      GenericKubernetesResource seen, String type, Optional<RolloutCondition> wanted) {
    return RolloutStatusTree.of(RolloutStatusTree.status(seen))
        .condition(type)
        .map(found -> found.getMessage())
        .equals(wanted.map(RolloutCondition::message));
  }

  private static RolloutCondition stuck(OverrideState state) {
    List<String> clusters = state.enforcing().stream().sorted().toList();
    return new RolloutCondition(
        STUCK,
        true,
        "ReplicasEnforce",
        "%s still enforced by a replica that OCM's propagator has not turned back: %s. Look at the propagator; the clean-up goes on when it has."
            .formatted(Wording.clusters(clusters.size()), Wording.names(clusters)));
  }

  private static RolloutCondition kept(OverrideState state) {
    return new RolloutCondition(
        RELEASED,
        false,
        "Never",
        "spec.overrideRelease is Never: every later edit of the policy is enforced at once on %s."
            .formatted(Wording.clusters(OverridePage.entries(state.pages()).size())));
  }
}
