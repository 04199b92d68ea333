package io.sluice.handover;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.beside.OverrideName;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.status.AbortedStatus;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.placement.evaluation.PlacementScope;
import io.sluice.policy.PolicyName;
import io.sluice.preview.Obstacle;
import io.sluice.preview.PropagatorWrite;
import io.sluice.settings.Settings;
import io.sluice.watch.PolicyPreviewer;
import io.sluice.worker.HubReadCheck;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Prepares a hub for a life without Sluice.
 *
 * <p>In mode Standalone no worker may run. Replicas stay as they are, to the last annotation: what
 * OCM's propagator does with them when it starts is listed. Open rollouts are aborted if that is
 * asked for. In mode Beside a worker has to run, because it alone removes an override in the right
 * order; there the Rollouts are deleted.
 */
public final class HubLeaver {
  private static final String BECAUSE = "the hub was let go with sluice leave";

  private final KubernetesClient hub;
  private final RunTerminator runs;
  private final LeaveOptions options;
  private final Clock clock;
  private final List<Obstacle> obstacles = new ArrayList<>();
  private final List<String> steps = new ArrayList<>();
  private final List<Runnable> work = new ArrayList<>();

  /** Prepares to let a hub go, once; the client and the runs stay the caller's. */
  public HubLeaver(KubernetesClient hub, RunTerminator runs, LeaveOptions options, Clock clock) {
    this.hub = requireNonNull(hub, "hub is null");
    this.runs = requireNonNull(runs, "runs is null");
    this.options = requireNonNull(options, "options is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Lets the hub go, unless something stands in the way.
   *
   * @throws IllegalStateException with a message for the user, when a server cannot be used
   */
  public HandoverReport leave() throws InterruptedException {
    HubReadCheck.check(hub);
    Optional<String> leader = new WorkerLease(hub, options.leaseNamespace(), clock).holder();
    try (PolicyPreviewer previewer = PolicyPreviewer.start(hub, Settings.DEFAULTS, clock)) {
      List<GenericKubernetesResource> rollouts = previewer.rollouts();
      HubMode mode =
          rollouts.stream().anyMatch(HubLeaver::overrides) ? HubMode.BESIDE : HubMode.STANDALONE;
      refuseOpen(rollouts);
      if (mode == HubMode.BESIDE) {
        planBeside(rollouts, leader);
      } else {
        planStandalone(previewer, rollouts, leader);
      }
      if (obstacles.isEmpty() && !options.dryRun()) {
        work.forEach(Runnable::run);
        if (mode == HubMode.BESIDE) {
          awaitOverrides(rollouts);
        }
      }
      List<PropagatorWrite> writes =
          mode == HubMode.BESIDE
              ? List.of()
              : previewer.policies().stream()
                  .flatMap(policy -> previewer.propagated(policy).stream())
                  .toList();
      return new HandoverReport(
          hub.getMasterUrl().toString().replaceAll("/$", ""),
          mode,
          options.dryRun(),
          obstacles,
          steps,
          writes,
          notes(previewer));
    }
  }

  private static boolean overrides(GenericKubernetesResource rollout) {
    return Objects.requireNonNullElse(rollout.getMetadata().getFinalizers(), List.<String>of())
        .contains(OverrideName.FINALIZER);
  }

  private void refuseOpen(List<GenericKubernetesResource> rollouts) {
    List<PolicyName> open = open(rollouts);
    if (!open.isEmpty() && !options.abortOpenRollouts()) {
      refuse(
          "RolloutOpen",
          "Cannot let the hub go: rollouts are open, of %s. Wait for their end, or add --abort-open-rollouts."
              .formatted(names(open)));
    }
  }

  private static List<PolicyName> open(List<GenericKubernetesResource> rollouts) {
    return policies(
        rollouts.stream().filter(rollout -> RolloutStatusParser.of(rollout).runOpen()).toList());
  }

  private static List<PolicyName> policies(List<GenericKubernetesResource> rollouts) {
    return rollouts.stream()
        .map(GenericKubernetesResource::getMetadata)
        .flatMap(meta -> PolicyName.ofRollout(meta.getNamespace(), meta.getName()).stream())
        .sorted(PolicyName.ORDER)
        .toList();
  }

  private void planStandalone(
      PolicyPreviewer previewer,
      List<GenericKubernetesResource> rollouts,
      Optional<String> leader) {
    leader.ifPresent(
        holder ->
            refuse(
                "WorkerRunning",
                "Cannot let the hub go: worker %s leads on it, and would go on writing replicas. Scale the workers to 0, then repeat this command."
                    .formatted(holder)));
    List<PolicyName> open = open(rollouts);
    if (!open.isEmpty()) {
      // Nothing must be changed where Temporal cannot be reached.
      work.add(runs::connect);
    }
    open.forEach(policy -> step("abort the rollout of policy " + policy, () -> abort(policy)));
    if (options.deleteRollouts()) {
      RolloutRemover remover = new RolloutRemover(hub);
      policies(rollouts)
          .forEach(
              policy ->
                  step(
                      "delete the Rollout and the revisions of policy " + policy,
                      () -> {
                        remover.delete(policy);
                        remover.deleteRevisions(policy);
                      }));
    }
    if (previewer.propagatorRunning().isEmpty()) {
      RootStatusCleaner cleaner = new RootStatusCleaner(hub);
      previewer.roots().stream()
          .filter(RootStatusCleaner::needed)
          .sorted((left, right) -> PolicyName.ORDER.compare(name(left), name(right)))
          .forEach(
              root ->
                  step(
                      "remove rolloutStatus from the status of policy " + name(root),
                      () -> cleaner.clean(root)));
    }
  }

  private static PolicyName name(GenericKubernetesResource root) {
    return new PolicyName(root.getMetadata().getNamespace(), root.getMetadata().getName());
  }

  /** Its run is terminated first: a run that lives on would write the status again. */
  private void abort(PolicyName policy) {
    runs.terminate(policy, BECAUSE);
    new RolloutObjects(hub, clock)
        .update(policy, rollout -> AbortedStatus.of(rollout, BECAUSE, clock.instant()));
  }

  private void planBeside(List<GenericKubernetesResource> rollouts, Optional<String> leader) {
    List<PolicyName> left = policies(rollouts);
    if (!options.deleteRollouts()) {
      refuse(
          "RolloutsLeft",
          "Cannot let the hub go: Rollouts are left, of %s, and a worker has to remove their overrides. Add --delete-rollouts, while the worker runs."
              .formatted(names(left)));
    } else if (leader.isEmpty()) {
      refuse(
          "WorkerMissing",
          "Cannot let the hub go: no worker leads on it, and only a worker removes overrides in the right order. Start one with --mode Beside, then repeat this command.");
    }
    RolloutRemover remover = new RolloutRemover(hub);
    left.forEach(
        policy ->
            step(
                "delete the Rollout of policy %s, and wait until its override is removed"
                    .formatted(policy),
                () -> remover.delete(policy)));
  }

  private void awaitOverrides(List<GenericKubernetesResource> rollouts)
      throws InterruptedException {
    List<PolicyName> left =
        new RolloutRemover(hub).awaitGone(policies(rollouts), options.timeout());
    if (!left.isEmpty()) {
      refuse(
          "CleanupStuck",
          "Cannot let the hub go: overrides were not removed within %d s, of %s. Look at the condition CleanupStuck of their Rollouts, at the worker and at OCM's propagator, then repeat this command."
              .formatted(options.timeout().toSeconds(), names(left)));
    }
  }

  private List<String> notes(PolicyPreviewer previewer) {
    List<String> notes = new ArrayList<>();
    if (previewer.propagatorRunning().isPresent()) {
      notes.add("OCM's propagator runs already.");
    }
    List<String> placements =
        previewer.placements().stream()
            .filter(
                placement ->
                    "true"
                        .equals(
                            HubObjects.annotations(placement)
                                .get(PlacementScope.SCHEDULING_DISABLED)))
            .filter(placement -> !HubObjects.labels(placement).containsKey(PlacementScope.OVERRIDE))
            .map(HubLeaver::name)
            .sorted(PolicyName.ORDER)
            .map(PolicyName::toString)
            .toList();
    if (!placements.isEmpty()) {
      notes.add(
          "Only Sluice evaluates the Placements %s: their decisions stay as they are. Remove the annotation %s, and OCM evaluates them."
              .formatted(String.join(", ", placements), PlacementScope.SCHEDULING_DISABLED));
    }
    return notes;
  }

  private void step(String done, Runnable how) {
    steps.add(done);
    work.add(how);
  }

  private void refuse(String reason, String message) {
    obstacles.add(new Obstacle(reason, message));
  }

  private static String names(List<PolicyName> policies) {
    return policies.stream().map(PolicyName::toString).collect(Collectors.joining(", "));
  }
}
