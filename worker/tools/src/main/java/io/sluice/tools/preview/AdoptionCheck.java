package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.definition.PolicyDefinition;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
import io.sluice.process.CrdCheck;
import io.sluice.process.HubReadCheck;
import io.sluice.process.ModeCheck;
import io.sluice.process.PermissionCheck;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.tools.option.CommandWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.UnaryOperator;

/**
 * Finds what a worker in mode Standalone would do on a hub, and what would keep it from that; it
 * changes nothing.
 *
 * <p>It runs the checks of the worker's own start ({@link HubReadCheck}, {@link CrdCheck}, {@link
 * PermissionCheck}, {@link ModeCheck}), and its pass over each policy ({@link PolicyPreviewer}).
 */
public final class AdoptionCheck {
  private final KubernetesClient hub;
  private final Settings settings;
  private final CommandWriter commands;
  private final Clock clock;

  /**
   * Prepares to read a hub.
   *
   * @param settings those that the worker will have
   * @param commands writes what ends the propagator
   */
  public AdoptionCheck(
      KubernetesClient hub, Settings settings, CommandWriter commands, Clock clock) {
    this.hub = requireNonNull(hub, "hub is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.commands = requireNonNull(commands, "commands is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Reads the hub.
   *
   * @param selection chooses among the policies of the hub
   * @throws IllegalStateException with a message for the user, when the hub cannot be read
   */
  public AdoptionReport read(UnaryOperator<SortedSet<PolicyName>> selection) {
    HubReadCheck.check(hub);
    CrdCheck crds = new CrdCheck(hub, PlacementMode.OFF);
    PermissionCheck permissions =
        new PermissionCheck(
            hub,
            HubMode.STANDALONE,
            settings.lease().map(lease -> lease.namespace()),
            settings.placements().mode(),
            settings.templates().isPresent());
    ModeCheck.Decided auto =
        new ModeCheck(hub, settings.propagatorNamespaces()).decide(ModeSetting.AUTO);
    List<Obstacle> obstacles = new ArrayList<>();
    crds.problem().ifPresent(problem -> obstacles.add(new Obstacle("CrdMissing", problem)));
    droppedStrategies().ifPresent(obstacles::add);
    permissions
        .problem()
        .ifPresent(problem -> obstacles.add(new Obstacle("PermissionMissing", problem)));
    try (PolicyPreviewer previewer = PolicyPreviewer.start(hub, settings, clock)) {
      previewer
          .propagatorRunning()
          .map(problem -> obstacle(problem, previewer.propagatorNamespace().orElseThrow()))
          .ifPresent(obstacles::add);
      return new AdoptionReport(
          hub.getMasterUrl().toString().replaceAll("/$", ""),
          previewer.clusters(),
          auto.mode().label(),
          auto.because(),
          obstacles,
          selection.apply(previewer.policies()).stream().map(previewer::preview).toList());
    }
  }

  private Optional<Obstacle> droppedStrategies() {
    return new PolicyDefinition(hub).dropsStrategy()
        ? Optional.of(
            new Obstacle(
                "StrategyFieldMissing",
                "Cannot roll out policies: %s has no field spec.rolloutStrategy, so a strategy written there is dropped silently. Patch the CRD as deploy/crds/README.md describes."
                    .formatted(Kinds.resource(Kinds.POLICY))))
        : Optional.empty();
  }

  private Obstacle obstacle(Problem problem, String namespace) {
    return new Obstacle(
        problem.reason(),
        "%s Run: %s"
            .formatted(
                Problem.message("Cannot propagate policies", List.of(problem)),
                commands.kubectl(
                    "-n",
                    namespace,
                    "scale",
                    "deployment",
                    "governance-policy-propagator",
                    "--replicas=0")));
  }
}
