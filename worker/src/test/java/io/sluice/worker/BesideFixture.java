package io.sluice.worker;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.util.List;

/**
 * Sets up a rollout beside a simulated propagator, which writes replicas and statuses; the worker
 * names itself to the hub, so that its own writes are known.
 */
final class BesideFixture extends OverrideFixture {
  final InMemoryTestServers servers;
  private final KubernetesClient client;

  private BesideFixture(
      InMemoryTestServers servers,
      KubernetesClient client,
      PropagatorOptions options,
      String... groups) {
    super(RolloutFixture.on(servers, groups).informing(), Propagator.start(client, options));
    this.servers = servers;
    this.client = client;
  }

  static BesideFixture of(String... groups) {
    return with(PropagatorOptions.DEFAULTS, groups);
  }

  static BesideFixture with(PropagatorOptions options, String... groups) {
    InMemoryTestServers servers = InMemoryTestServers.withNamedUsers();
    BesideFixture fixture = new BesideFixture(servers, servers.client(), options, groups);
    fixture.rollout.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
    return fixture;
  }

  BesideFixture start() {
    rollout.start(RolloutFixture.QUICK);
    return this;
  }

  BesideFixture start(Settings settings) {
    rollout.start(settings);
    return this;
  }

  /** Writes a version of the policy, and waits until the propagator has brought it to the fleet. */
  BesideFixture policy(String content) {
    write(content);
    return this;
  }

  /** Returns what the worker wrote. */
  List<RecordedWrite> writes() {
    return servers.hub().writes(HubClient.USER_AGENT);
  }

  /** Returns what the worker wrote to policies, replicas and their status: it must be nothing. */
  List<RecordedWrite> forbiddenWrites() {
    return writes().stream()
        .filter(
            write ->
                write.resource().equals("policies")
                    || write.resource().equals("policysets")
                    || write.resource().equals("controllerrevisions"))
        .toList();
  }

  @Override
  public void close() {
    rollout.stop();
    deleteRollout();
    rollout
        .rollout()
        .ifPresent(
            object -> {
              object.getMetadata().setFinalizers(List.of());
              client.resource(object).update();
            });
    propagator.close();
    client.close();
    rollout.close();
  }
}
