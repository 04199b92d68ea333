package io.sluice.control;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.sluice.control.cache.EventRouter;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.cache.HubCachesBuilder;
import io.sluice.control.queue.QueueStatistics;
import io.sluice.control.run.Runs;
import io.sluice.control.run.TemporalRuns;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.replica.RootContents;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import io.sluice.workflow.owner.HubIdentity;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Runs the controller alone on a hub, without leader election and workers of Temporal. */
public final class RunningController implements AutoCloseable {
  private final Deque<Runnable> closing = new ArrayDeque<>();

  private BooleanSupplier watching = () -> false;
  private Supplier<List<QueueStatistics>> queues = List::of;

  private RunningController() {}

  /**
   * Starts it on these runs, and this time. The caller closes the client after it.
   *
   * @param kept bounds what is kept of the contents of roots
   * @param watched wraps what is told of the changes
   */
  static RunningController start(
      KubernetesClient client,
      Runs runs,
      HubMode mode,
      Settings settings,
      RootContents kept,
      ProcessTime time,
      UnaryOperator<ChangeListener> watched) {
    return new RunningController().begin(client, runs, mode, settings, kept, time, watched);
  }

  /** Starts it with a Temporal that cannot be reached. The caller closes the client after it. */
  public static RunningController withoutTemporal(KubernetesClient client, Settings settings) {
    RunningController controller = new RunningController();
    WorkflowServiceStubs temporal =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:1").build());
    controller.closing.push(temporal::shutdownNow);
    return controller.begin(
        client,
        new TemporalRuns(
            WorkflowClient.newInstance(temporal),
            new HubIdentity(settings.hubName(), "hub", "https://hub")),
        HubMode.STANDALONE,
        settings,
        RootContents.ofHeap(),
        ProcessTime.SYSTEM,
        listener -> listener);
  }

  private RunningController begin(
      KubernetesClient client,
      Runs runs,
      HubMode mode,
      Settings settings,
      RootContents kept,
      ProcessTime time,
      UnaryOperator<ChangeListener> watched) {
    RequestPool requests = new RequestPool(4);
    closing.push(requests::close);
    EventRouter router = new EventRouter();
    HubCaches caches =
        HubCachesBuilder.of(client, watched.apply(router), time).mode(mode).keeping(kept).start();
    closing.push(caches::close);
    watching = caches.informers()::watching;
    EventRecorder events = new EventRecorder(client, time.clock(), time.threads("events", 1));
    closing.push(events::close);
    PolicyController controller =
        new PolicyController(
                client,
                caches,
                router,
                runs,
                requests,
                events,
                NoticeRules.ofSpec(),
                settings,
                time)
            .start();
    closing.push(controller::close);
    queues = controller::queues;
    return this;
  }

  /** Returns how many keys the queue of that name has processed. */
  long passes(String queue) {
    return QueueStatistics.snapshots(queues.get()).stream()
        .filter(metric -> metric.getMetadata().getName().equals("sluice_queue_work_seconds"))
        .flatMap(metric -> metric.getDataPoints().stream())
        .filter(point -> queue.equals(point.getLabels().get("queue")))
        .mapToLong(point -> ((HistogramDataPointSnapshot) point).getCount())
        .sum();
  }

  /** Whether all its watches are connected. */
  boolean watching() {
    return watching.getAsBoolean();
  }

  @Override
  public void close() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}
