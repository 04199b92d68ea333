package io.sluice.fault;

import io.sluice.devservers.DevServers;
import io.temporal.client.WorkflowClient;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Holds what a fault can strike, and what it excuses.
 *
 * @param rewritten clusters whose replicas the fault removed: they are written once more
 * @param returned clusters that left the placement and came back: they come late to their group
 */
record FaultScene(
    DevServers servers,
    FaultHub hub,
    FaultWorkers workers,
    WorkflowClient temporal,
    Random random,
    Runnable edit,
    Set<String> rewritten,
    Set<String> returned) {
  FaultScene(
      DevServers servers,
      FaultHub hub,
      FaultWorkers workers,
      WorkflowClient temporal,
      Random random,
      Runnable edit) {
    this(servers, hub, workers, temporal, random, edit, new HashSet<>(), new HashSet<>());
  }

  String anyCluster() {
    return hub.clusters().get(random.nextInt(hub.clusters().size()));
  }

  String anyStagedPolicy() {
    return FaultHub.STAGED.get(random.nextInt(FaultHub.STAGED.size()));
  }

  /** Lets a rollout get to a random point. */
  void awaitAnyMoment(int mostMillis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(random.nextInt(mostMillis));
  }

  /** Lets a fault last. */
  static void last(int seconds) throws InterruptedException {
    TimeUnit.SECONDS.sleep(seconds);
  }
}
