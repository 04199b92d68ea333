package io.sluice.worker;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.FabricHub;
import io.sluice.hub.Fanout;
import io.sluice.policy.Evidence;
import io.sluice.watch.HubCaches;
import io.sluice.watch.HubWatcher;
import io.sluice.watch.Watch;
import io.sluice.workflow.Payloads;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.PolicyRolloutWorkflowImpl;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/** Runs one Sluice process: informers, keeper, watcher, and a Temporal worker. */
public final class Sluice implements AutoCloseable {
  private static final long STOP_SECONDS = 8;

  private final HubCaches caches;
  private final HubWatcher watcher;
  private final WorkerFactory workers;
  private final Fanout fanout;

  private Sluice(HubCaches caches, HubWatcher watcher, WorkerFactory workers, Fanout fanout) {
    this.caches = caches;
    this.watcher = watcher;
    this.workers = workers;
    this.fanout = fanout;
  }

  /**
   * Starts it on a hub and a Temporal server that are there.
   *
   * <p>Returns once the informers have synced and the worker polls.
   */
  public static Sluice start(
      KubernetesClient hub, WorkflowServiceStubs temporal, Settings settings) {
    Clock clock = Clock.systemUTC();
    WorkflowClient client =
        WorkflowClient.newInstance(
            temporal,
            WorkflowClientOptions.newBuilder()
                .setNamespace(settings.temporalNamespace())
                .setDataConverter(Payloads.converter())
                .build());
    Fanout fanout = new Fanout(settings.writesInFlight());
    Watch watch = new Watch();
    HubCaches caches = HubCaches.start(hub, watch);
    WorkerFactory workers = WorkerFactory.newInstance(client);
    Worker worker =
        workers.newWorker(
            PolicyRolloutWorkflow.TASK_QUEUE,
            WorkerOptions.newBuilder()
                .setStickyQueueScheduleToStartTimeout(settings.stickyTimeout())
                .build());
    worker.registerWorkflowImplementationTypes(PolicyRolloutWorkflowImpl.class);
    worker.registerActivitiesImplementations(
        new FabricHub(hub, caches.replicas(), fanout, new Evidence(settings.skew()), clock));
    workers.start();
    HubWatcher watcher = HubWatcher.start(hub, caches, watch, client, fanout, settings, clock);
    return new Sluice(caches, watcher, workers, fanout);
  }

  /** Stops taking work, lets what is under way finish, and lets go of the hub. */
  @Override
  public void close() {
    watcher.close();
    workers.shutdown();
    workers.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    caches.close();
    fanout.close();
  }
}
