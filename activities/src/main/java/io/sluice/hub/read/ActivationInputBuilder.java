package io.sluice.hub.read;

import io.sluice.activation.ActivationRelease;
import io.sluice.activation.policy.PolicyActivationInput;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.RolloutSpec;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Builds the input of the decision about a policy's activation from the objects of that policy. */
public final class ActivationInputBuilder {
  private ActivationInputBuilder() {}

  /**
   * Builds the input; empty while a placement is incomplete, or if no edit of the policy waits.
   *
   * @param replicas the clusters that have a replica
   * @param managed whether a cluster of that name is managed
   */
  public static Optional<PolicyActivationInput> of(
      PolicyContext context, Set<String> replicas, Predicate<String> managed) {
    if (context.root().isEmpty() || context.active().isEmpty()) {
      return Optional.empty();
    }
    RootPolicy root = context.root().get();
    ActiveTargeting targeting = context.active().get();
    return targeting
        .desired()
        .map(
            desired ->
                new PolicyActivationInput(
                    root.name(),
                    root.generation(),
                    created(context),
                    targeting.content(),
                    targeting.preference(),
                    context.desiredStrategy().tree(),
                    targeting.strategyEdited(),
                    desired,
                    targeting.recorded(),
                    replicas,
                    managed,
                    release(context)));
  }

  private static Instant created(PolicyContext context) {
    return Optional.ofNullable(
            context.objects().root().orElseThrow().getMetadata().getCreationTimestamp())
        .map(Instant::parse)
        .orElse(Instant.EPOCH);
  }

  private static ActivationRelease release(PolicyContext context) {
    Optional<RolloutSpec.ActivatePending> release =
        Optional.ofNullable(context.rolloutSpec().activatePending);
    return ActivationRelease.of(
        release.map(RolloutSpec.ActivatePending::revision),
        release.map(RolloutSpec.ActivatePending::at));
  }
}
