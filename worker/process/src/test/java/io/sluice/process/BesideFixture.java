package io.sluice.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.sluice.hub.crd.Kinds;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeDelays;
import java.time.Duration;
import java.util.List;

/**
 * Sets up a rollout beside a simulated propagator, which writes replicas and statuses; the worker
 * names itself to the hub, so that its own writes are known.
 */
public final class BesideFixture extends OverrideFixture {
  private static final SpokeDelays QUICK =
      SpokeDelays.OBSERVED.withEvaluationBackoff(Duration.ofMillis(200));

  final ObservedTestServers servers;
  private final KubernetesClient client;

  private BesideFixture(
      ObservedTestServers servers,
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
    return on(InMemoryTestServers.withNamedUsers(), options, groups);
  }

  public static BesideFixture on(
      ObservedTestServers servers, PropagatorOptions options, String... groups) {
    BesideFixture fixture = new BesideFixture(servers, servers.client(), options, groups);
    fixture.rollout.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY));
    return fixture;
  }

  /**
   * Sets up spokes that report without delay.
   *
   * @param requests intercepts those of the propagator
   */
  static BesideFixture quick(
      ObservedTestServers servers,
      PropagatorOptions options,
      Interceptor requests,
      String... groups) {
    BesideFixture fixture = new BesideFixture(servers, servers.client(requests), options, groups);
    fixture.rollout.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY.withDelays(QUICK)));
    return fixture;
  }

  public BesideFixture start() {
    rollout.start(RolloutFixture.QUICK);
    return this;
  }

  public BesideFixture start(Settings settings) {
    rollout.start(settings);
    return this;
  }

  /** Writes a version of the policy, and waits until the propagator has brought it to the fleet. */
  public BesideFixture policy(String content) {
    write(content);
    return this;
  }

  /** Waits until a rollout waits for an approval, and its override stands. */
  void awaitStanding() {
    rollout.awaitPhase(Patience.MOST, "WaitingForApproval");
    await(() -> find(Kinds.PLACEMENT_BINDING).isPresent());
  }

  /** Returns what the worker wrote. */
  List<RecordedWrite> writes() {
    return servers.workerWrites();
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
    propagator.release();
    client.close();
    rollout.close();
  }
}
