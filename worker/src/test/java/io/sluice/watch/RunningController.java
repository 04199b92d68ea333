package io.sluice.watch;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.event.EventRecorder;
import io.sluice.runs.Runs;
import io.sluice.runs.TemporalRuns;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;

/** Runs the controller alone on a hub, without leader election and workers of Temporal. */
final class RunningController implements AutoCloseable {
  private final Deque<Runnable> closing = new ArrayDeque<>();

  private RunningController() {}

  /** Starts it on these runs. The caller closes the client after it. */
  static RunningController start(KubernetesClient client, Runs runs, Settings settings) {
    return new RunningController().begin(client, runs, settings);
  }

  /** Starts it with a Temporal that cannot be reached. The caller closes the client after it. */
  static RunningController withoutTemporal(KubernetesClient client, Settings settings) {
    RunningController controller = new RunningController();
    WorkflowServiceStubs temporal =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:1").build());
    controller.closing.push(temporal::shutdownNow);
    return controller.begin(
        client, new TemporalRuns(WorkflowClient.newInstance(temporal)), settings);
  }

  private RunningController begin(KubernetesClient client, Runs runs, Settings settings) {
    RequestPool requests = new RequestPool(4);
    closing.push(requests::close);
    EventRouter router = new EventRouter();
    HubCaches caches = HubCaches.start(client, router, ProcessTime.SYSTEM);
    closing.push(caches::close);
    EventRecorder events = new EventRecorder(client, Clock.systemUTC());
    closing.push(events::close);
    PolicyController controller =
        new PolicyController(
                client, caches, router, runs, requests, events, settings, ProcessTime.SYSTEM)
            .start();
    closing.push(controller::close);
    return this;
  }

  @Override
  public void close() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}
