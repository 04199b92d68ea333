package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.placement.GroupingMode;
import io.sluice.placement.PlacementMode;
import io.sluice.settings.EvaluatorSettings;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeFleet;
import io.sluice.worker.Sluice;
import io.sluice.workflow.RolloutSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Starts all that a demo runs on: the servers, Sluice and the clusters.
 *
 * <p>Starts them in the order of their dependencies, and closes them in reverse.
 */
final class DemoEnvironment implements AutoCloseable {
  private static final long SEED = 20_260_105;
  private static final Duration PUBLISH_EVERY = Duration.ofMillis(200);

  /** The hub of a demo has no placement controller but Sluice. */
  private static final EvaluatorSettings PLACEMENTS =
      new EvaluatorSettings(PlacementMode.ALL, GroupingMode.STABLE);

  private final Deque<Runnable> closing = new ArrayDeque<>();
  private final DemoServers servers;
  private final KubernetesClient client;

  private DemoEnvironment(DemoSettings settings, Examples examples) {
    try {
      servers = DemoServers.open(settings);
      closing.push(servers::close);
      servers.clear(examples);
      client = closing(servers.connect());
      new ExampleLoader(client).load(examples);
      Sluice sluice =
          Sluice.start(
              closing(servers.connectAsWorker()),
              servers.temporal(),
              servers.adapt(sluiceSettings(settings)));
      closing.push(sluice::close);
      SpokeFleet fleet =
          SpokeFleet.start(
              closing(servers.connect()),
              examples.clusters(),
              behaviours(settings, examples),
              SEED);
      closing.push(fleet::close);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  static DemoEnvironment open(DemoSettings settings, Examples examples) {
    return new DemoEnvironment(settings, examples);
  }

  /** Each part has a client, and so connections, of its own. */
  private KubernetesClient closing(KubernetesClient connected) {
    closing.push(connected::close);
    return connected;
  }

  private static Settings sluiceSettings(DemoSettings settings) {
    RolloutSettings rollouts =
        new RolloutSettings(true, Settings.DEFAULTS.rollouts().mostEvents(), PUBLISH_EVERY);
    return Settings.DEFAULTS.with(
        all -> all.soakFloor(settings.soakFloor()).rollouts(rollouts).placements(PLACEMENTS));
  }

  private static SpokeBehaviours behaviours(DemoSettings settings, Examples examples) {
    SpokeBehaviours behaviours = SpokeBehaviours.all(SpokeBehaviour.ORDINARY);
    for (String cluster : examples.failing(settings.failing())) {
      behaviours = behaviours.butFor(cluster, SpokeBehaviour.ORDINARY.neverCompliant());
    }
    return behaviours;
  }

  DemoServers servers() {
    return servers;
  }

  KubernetesClient client() {
    return client;
  }

  @Override
  public void close() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}
