package io.sluice.tools.handover;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.evaluation.PlacementScope;
import io.sluice.policy.PolicyName;
import io.sluice.process.HubReadCheck;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import io.sluice.tools.preview.PolicyPreviewer;
import io.sluice.tools.preview.PropagatorWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Prepares a hub to be used without Sluice: {@link StandaloneLeaver} or {@link BesideLeaver} plans
 * it, and it is carried out unless something stands in the way.
 *
 * <p>Replicas stay as they are, to the last annotation: what OCM's propagator does with them when
 * it starts is listed. A hub whose Rollouts hold overrides is one beside the propagator.
 */
public final class HubLeaver {
  private final KubernetesClient hub;
  private final RunTerminator runs;
  private final LeaveOptions options;
  private final ProcessTime time;

  /** Prepares to hand a hub back; the caller closes the client and the runs. */
  public HubLeaver(
      KubernetesClient hub, RunTerminator runs, LeaveOptions options, ProcessTime time) {
    this.hub = requireNonNull(hub, "hub is null");
    this.runs = requireNonNull(runs, "runs is null");
    this.options = requireNonNull(options, "options is null");
    this.time = requireNonNull(time, "time is null");
  }

  /**
   * Hands the hub back, unless something stands in the way.
   *
   * @throws IllegalStateException with a message for the user, when a server cannot be used
   */
  public HandoverReport leave() throws InterruptedException {
    HubReadCheck.check(hub);
    Optional<String> leader = new WorkerLease(hub, options.leaseNamespace(), time).holder();
    Settings settings =
        Settings.DEFAULTS.with(all -> all.propagatorNamespaces(options.propagatorNamespaces()));
    try (PolicyPreviewer previewer = PolicyPreviewer.start(hub, settings, time.clock())) {
      List<GenericKubernetesResource> rollouts = previewer.rollouts();
      LeavePlan plan = new LeavePlan();
      refuseOpen(rollouts, plan);
      HubMode mode =
          rollouts.stream().anyMatch(HubLeaver::overrides) ? HubMode.BESIDE : HubMode.STANDALONE;
      boolean beside = mode.beside();
      BesideLeaver besideLeaver = new BesideLeaver(hub, options, time);
      if (beside) {
        besideLeaver.plan(rollouts, leader, plan);
      } else {
        new StandaloneLeaver(hub, runs, options, time).plan(previewer, leader, plan);
      }
      if (plan.ready() && !options.dryRun()) {
        plan.carryOut();
        if (beside) {
          besideLeaver.await(rollouts, plan);
        }
      }
      return new HandoverReport(
          hub.getMasterUrl().toString().replaceAll("/$", ""),
          mode,
          options.dryRun(),
          plan.obstacles(),
          plan.steps(),
          beside ? List.of() : writes(previewer),
          notes(previewer));
    }
  }

  private static boolean overrides(GenericKubernetesResource rollout) {
    return Objects.requireNonNullElse(rollout.getMetadata().getFinalizers(), List.<String>of())
        .contains(OverrideName.FINALIZER);
  }

  private void refuseOpen(List<GenericKubernetesResource> rollouts, LeavePlan plan) {
    List<PolicyName> open = LeavePlan.open(rollouts);
    if (!open.isEmpty() && !options.abortOpenRollouts()) {
      plan.refuse(
          "RolloutOpen",
          "rollouts are open, of %s. Wait for their end, or add --abort-open-rollouts."
              .formatted(LeavePlan.names(open)));
    }
  }

  private static List<PropagatorWrite> writes(PolicyPreviewer previewer) {
    return previewer.policies().stream()
        .flatMap(policy -> previewer.propagated(policy).stream())
        .toList();
  }

  private static List<String> notes(PolicyPreviewer previewer) {
    List<String> notes = new ArrayList<>();
    if (previewer.propagatorRunning().isPresent()) {
      notes.add("OCM's propagator runs already.");
    }
    List<String> placements =
        previewer.placements().stream()
            .filter(HubLeaver::evaluatedBySluiceAlone)
            .map(GenericKubernetesResource::getMetadata)
            .map(meta -> meta.getNamespace() + "/" + meta.getName())
            .sorted()
            .toList();
    if (!placements.isEmpty()) {
      notes.add(
          "Only Sluice evaluates the Placements %s: their decisions stay as they are. Remove the annotation %s, and OCM evaluates them."
              .formatted(String.join(", ", placements), PlacementScope.SCHEDULING_DISABLED));
    }
    return notes;
  }

  private static boolean evaluatedBySluiceAlone(GenericKubernetesResource placement) {
    return "true".equals(HubObjects.annotations(placement).get(PlacementScope.SCHEDULING_DISABLED))
        && !HubObjects.labels(placement).containsKey(PlacementScope.OVERRIDE);
  }
}
