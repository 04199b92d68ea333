package io.sluice.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.DevServers;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;

/** Plays a rollout beside a simulated propagator, for a worker that runs already. */
final class ChartRollout extends OverrideFixture {
  private ChartRollout(RolloutFixture rollout, Propagator propagator) {
    super(rollout, propagator);
  }

  /** Plays one over two clusters to its success, and its clean-up. */
  static void play(DevServers servers) {
    try (KubernetesClient admin = servers.client();
        ChartRollout rollout = on(servers, admin)) {
      rollout.write("one");
      rollout.rollout.rollout(PER_GROUP);
      rollout.rollout.awaitStatus(Patience.MOST, found -> "Succeeded".equals(found.get("outcome")));
    }
  }

  private static ChartRollout on(DevServers servers, KubernetesClient admin) {
    RolloutFixture rollout =
        RolloutFixture.on(new LocalTestServers(servers), "dev=d1", "prod=p1").informing();
    return new ChartRollout(
        rollout.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)),
        Propagator.start(admin, PropagatorOptions.DEFAULTS));
  }

  @Override
  public void close() {
    deleteRollout();
    await(() -> rollout.rollout().isEmpty() && clean());
    rollout.close();
    propagator.release();
  }
}
