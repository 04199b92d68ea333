package io.sluice.process;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubException;
import io.sluice.hub.placement.ClusterManagerGuard;
import io.sluice.hub.template.KarmadaGuard;
import io.sluice.placement.PlacementMode;
import io.sluice.settings.Settings;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks before a process starts that neither OCM's placement controller nor Karmada's controllers
 * write what it is to write: they would undo each other's writes. Also, that the hub has Karmada's
 * kinds, if templates are propagated.
 *
 * <p>OCM's propagator is no matter of this check: {@link ModeCheck} decides whether to work beside
 * it, and {@link io.sluice.hub.propagator.PropagatorGuard} holds writes back while it runs. All
 * places that look for another writer: docs/architecture.md.
 */
final class SecondWriterCheck {
  private final KubernetesClient hub;
  private final Settings settings;
  private final Clock clock;

  SecondWriterCheck(KubernetesClient hub, Settings settings, Clock clock) {
    this.hub = requireNonNull(hub, "hub is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Looks for OCM's placement controller if all Placements are evaluated; for Karmada's kinds,
   * which must be there, and its controllers, which must not run, if templates are propagated.
   *
   * @throws IllegalStateException with a message for the user
   */
  void check() {
    if (settings.placements().mode() == PlacementMode.ALL) {
      refuse(() -> new ClusterManagerGuard(hub, clock).problem());
    }
    if (settings.templates().isPresent()) {
      CrdCheck.checkKarmada(hub);
      refuse(() -> KarmadaGuard.asking(hub, clock).problem());
    }
  }

  private static void refuse(Supplier<Optional<String>> guard) {
    Optional<String> problem;
    try {
      problem = guard.get();
    } catch (HubException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    problem.ifPresent(
        why -> {
          throw new IllegalStateException(why);
        });
  }
}
