package io.sluice.control.beside;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.beside.OverridePage;
import io.sluice.beside.OverrideState;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Wording;
import io.sluice.status.RolloutCondition;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the conditions of an override, while no run writes the status. */
final class OverrideConditions {
  private static final String STUCK = "CleanupStuck";
  private static final String RELEASED = RolloutCondition.OVERRIDE_RELEASED;

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
   */
  void write(GenericKubernetesResource seen, OverridePlan plan, boolean stuck) {
    PolicyName policy = plan.objects().policy();
    Optional<RolloutCondition> cleanup =
        stuck ? Optional.of(stuck(plan.state())) : Optional.empty();
    Optional<RolloutCondition> released = released(seen, plan);
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

  /** After the end: who is enforced still, and what that means for the next edit. */
  private static Optional<RolloutCondition> released(
      GenericKubernetesResource seen, OverridePlan plan) {
    long clusters =
        requireNonNullElse(RolloutStatusParser.of(seen).status().counts, Counts.ZERO).clusters();
    int listed = OverridePage.entries(plan.state().pages()).size();
    if (plan.keeps()) {
      return Optional.of(
          new RolloutCondition(
              RELEASED,
              false,
              "Never",
              "%d of %d enforced, as spec.overrideRelease is Never: the next edit of the policy is enforced on them at once, before its rollout begins."
                  .formatted(listed, Math.max(listed, clusters))));
    }
    return plan.released() && clusters > 0
        ? Optional.of(
            new RolloutCondition(
                RELEASED, true, "Released", released(clusters, plan.context().foreign().size())))
        : Optional.empty();
  }

  private static String released(long clusters, long foreign) {
    return foreign == 0
        ? "0 of %d enforced: all inform again.".formatted(clusters)
        : "%d of %d enforced, by other bindings: all others inform again."
            .formatted(foreign, Math.max(foreign, clusters));
  }
}
