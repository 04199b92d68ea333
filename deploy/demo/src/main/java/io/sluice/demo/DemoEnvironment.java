package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.process.Sluice;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeDelays;
import io.sluice.simulator.spoke.SpokeFleet;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Starts all that a demo runs on: the servers, Sluice and the clusters.
 *
 * <p>Starts them in the order of their dependencies, and closes them in reverse.
 */
final class DemoEnvironment implements AutoCloseable {
  private static final long SEED = 20_260_105;

  /** Beside the propagator one cluster in this many complies before it is enforced. */
  private static final int COMPLYING = 5;

  /** How much longer a success on weak evidence must last: as much as outside the demo. */
  private static final int WEAK_SOAK = 6;

  /** Judges again soon: a cluster beside the propagator has judged a version before its turn. */
  private static final SpokeBehaviour JUDGED_BEFORE =
      SpokeBehaviour.ORDINARY.withDelays(
          SpokeDelays.OBSERVED.withEvaluationBackoff(Duration.ofSeconds(1)));

  private final Deque<Runnable> closing = new ArrayDeque<>();
  private final DemoServers servers;
  private final KubernetesClient client;
  private final Optional<PropagatorView> propagator;

  private DemoEnvironment(DemoSettings settings, Examples examples, Consumer<String> events)
      throws InterruptedException {
    try {
      servers = DemoServers.open(settings);
      closing.push(servers::close);
      servers.clear(examples);
      client = closing(servers.connect());
      ExampleLoader loader = new ExampleLoader(client);
      loader.load(examples);
      if (settings.kind().beside()) {
        startPropagator();
      }
      SpokeFleet fleet =
          SpokeFleet.start(
              closing(servers.connect()),
              examples.clusters(),
              behaviours(settings, examples),
              SEED);
      closing.push(fleet::close);
      propagator =
          settings.kind().beside()
              ? Optional.of(new PropagatorView(client, examples))
              : Optional.empty();
      if (propagator.isPresent()) {
        events.accept(propagator.get().awaitPropagation());
      }
      if (!examples.edited().isEmpty()) {
        examples.edited().forEach(loader::apply);
        events.accept(propagator.orElseThrow().edited());
        events.accept(propagator.orElseThrow().awaitHold());
      }
      Sluice sluice =
          Sluice.start(
              closing(servers.connectAsWorker()),
              servers.temporal(),
              servers.adapt(sluiceSettings(settings)));
      closing.push(sluice::close);
      if (settings.kind().beside()) {
        events.accept(sluice.modeMessage());
      }
    } catch (RuntimeException | InterruptedException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts them.
   *
   * @param events takes what happens before the rollout, in sentences
   */
  static DemoEnvironment open(DemoSettings settings, Examples examples, Consumer<String> events)
      throws InterruptedException {
    return new DemoEnvironment(settings, examples, events);
  }

  /** Starts what a hub with OCM has: its placement controller and its propagator. */
  private void startPropagator() {
    closing.push(DemoPlacementController.start(closing(servers.connect()))::close);
    Propagator started = Propagator.start(closing(servers.connect()), PropagatorOptions.DEFAULTS);
    // An old Lease would count as that of a propagator that comes back.
    closing.push(() -> DemoCleanup.removeLease(client));
    closing.push(started::release);
  }

  /** Each part has a client, and so connections, of its own. */
  private KubernetesClient closing(KubernetesClient connected) {
    closing.push(connected::close);
    return connected;
  }

  private static Settings sluiceSettings(DemoSettings settings) {
    // Beside the propagator the worker finds out its mode by itself, as that of a user does.
    ModeSetting mode = settings.kind().beside() ? ModeSetting.AUTO : ModeSetting.STANDALONE;
    return settings
        .worker()
        .with(
            all ->
                all.weakSoakFloor(settings.soakFloor().multipliedBy(WEAK_SOAK))
                    .placements(DemoPlacementController.SETTINGS)
                    .mode(mode));
  }

  private static SpokeBehaviours behaviours(DemoSettings settings, Examples examples) {
    SpokeBehaviour ordinary = settings.kind().beside() ? JUDGED_BEFORE : SpokeBehaviour.ORDINARY;
    SpokeBehaviours behaviours = SpokeBehaviours.all(ordinary);
    List<String> clusters = examples.clusters();
    if (settings.kind() == DemoKind.BESIDE) {
      behaviours = SpokeBehaviours.all(ordinary.nonCompliantUntilEnforced());
      for (int i = COMPLYING - 1; i < clusters.size(); i += COMPLYING) {
        behaviours = behaviours.butFor(clusters.get(i), ordinary);
      }
    }
    // What is there before an edit is in force everywhere.
    SpokeBehaviour failing =
        examples.edited().isEmpty()
            ? ordinary.neverCompliant()
            : ordinary.nonCompliantFor(settings.timeout());
    for (String cluster : examples.failing(settings.failing())) {
      behaviours = behaviours.butFor(cluster, failing);
    }
    return behaviours;
  }

  /** Returns a view of the propagator's work; empty where Sluice stands alone. */
  Optional<PropagatorView> propagator() {
    return propagator;
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
