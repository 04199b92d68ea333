package io.sluice.hub.write;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.status.DerivedStatus;
import io.sluice.hub.status.RetiredStatus;
import io.sluice.hub.status.RolloutOwner;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.rollout.lifecycle.RetirementAction;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Retires the Rollout objects of policies that are no longer rolled out (rollout-strategy 3.8). */
public final class RetirementWriter {
  private final HubApi hub;
  private final Clock clock;

  public RetirementWriter(KubernetesClient client, Clock clock) {
    this.hub = new HubApi(client);
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Retires the object of a policy that is no longer rolled out: deletes, clears or keeps it
   * (rollout-strategy 3.8). Nothing is done if the policy is another one than was seen.
   *
   * @param lost UID of an attempt whose run Temporal has lost, so that it will not close
   */
  public RetirementAction retire(RootPolicy root, boolean staged, Optional<String> lost) {
    return ConflictRetry.write(
        "retire Rollout " + RolloutObjects.label(root.name()),
        "delete",
        Kinds.resource(Kinds.ROLLOUT),
        () -> {
          Optional<GenericKubernetesResource> found =
              hub.get(Kinds.ROLLOUT, root.name().namespace(), root.name().rolloutName())
                  .filter(object -> RolloutOwner.mayBe(object, root.uid()));
          RetirementAction action = decide(found, staged, root.disabled(), lost);
          if (action != RetirementAction.KEEP
              && action != RetirementAction.WAIT_FOR_THE_RUN
              && !present(root)) {
            return Optional.of(RetirementAction.KEEP);
          }
          switch (action) {
            case KEEP, WAIT_FOR_THE_RUN -> {}
            case DELETE -> hub.delete(Kinds.ROLLOUT, found.orElseThrow());
            case CLEAR -> write(found.orElseThrow(), RetiredStatus::cleared);
            case FORGET_SUCCESS -> write(found.orElseThrow(), RetiredStatus::withoutSuccess);
          }
          return Optional.of(action);
        });
  }

  private boolean present(RootPolicy root) {
    return hub.get(Kinds.POLICY, root.name().namespace(), root.name().name())
        .map(RootPolicy::of)
        .filter(root::equals)
        .isPresent();
  }

  /** Decides how to retire an object as it was read. */
  public static RetirementAction decide(
      Optional<GenericKubernetesResource> object,
      boolean staged,
      boolean disabled,
      Optional<String> lost) {
    return RetirementAction.of(
        staged, disabled, object.map(found -> RetiredStatus.view(found, lost)));
  }

  private void write(GenericKubernetesResource object, UnaryOperator<Map<String, Object>> change) {
    Map<String, Object> status = change.apply(RolloutStatusTree.status(object));
    hub.updateStatus(
        Kinds.ROLLOUT,
        RolloutObjects.withStatus(object, DerivedStatus.of(object, status, clock.instant())));
  }
}
