package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.process.Sluice;
import io.sluice.settings.ModeSetting;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeFleet;
import io.sluice.tools.status.StatusReader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Plays the manifests of a folder behind the gate, next to a simulated propagator. */
final class GatedExample implements AutoCloseable {
  private final Deque<AutoCloseable> closing = new ArrayDeque<>();
  private final KubernetesClient hub;

  GatedExample(Path manifests) {
    Examples examples = Examples.read(Optional.of(manifests));
    DemoSettings settings = DemoTest.gate(manifests);
    DemoServers servers = closing(DemoServers.open(settings));
    hub = closing(servers.connect());
    new ExampleLoader(hub).load(examples);
    closing(DemoPlacementController.start(hub));
    closing(Propagator.start(hub, PropagatorOptions.DEFAULTS));
    closing(
        SpokeFleet.start(
            hub, examples.clusters(), SpokeBehaviours.all(SpokeBehaviour.ORDINARY), 42));
    closing(
        Sluice.start(
            closing(servers.connectAsWorker()),
            servers.temporal(),
            servers.adapt(settings.worker().with(all -> all.mode(ModeSetting.AUTO)))));
  }

  <T extends AutoCloseable> T closing(T opened) {
    closing.push(opened);
    return opened;
  }

  KubernetesClient hub() {
    return hub;
  }

  void awaitSuccess(PolicyName policy, int attempt) {
    StatusReader reader = new StatusReader(hub);
    Patience.await()
        .until(
            () -> SelectiveEnforcementExamplesTest.view(reader, policy),
            view ->
                Long.valueOf(attempt).equals(view.status().attempt)
                    && view.outcome().equals(Optional.of("Succeeded")));
  }

  @Override
  public void close() {
    while (!closing.isEmpty()) {
      close(closing.pop());
    }
  }

  private static void close(AutoCloseable opened) {
    try {
      opened.close();
    } catch (Exception e) {
      throw new IllegalStateException("Cannot close " + opened, e);
    }
  }
}
