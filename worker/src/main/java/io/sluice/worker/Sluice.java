package io.sluice.worker;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.evidence.Evidence;
import io.sluice.hub.BesideHubActivities;
import io.sluice.hub.KubernetesHubActivities;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.read.HubMode;
import io.sluice.leader.LeaderElection;
import io.sluice.placement.PlacementMode;
import io.sluice.policy.Problem;
import io.sluice.scheduling.PlacementController;
import io.sluice.scheduling.PlacementRouter;
import io.sluice.settings.Settings;
import io.sluice.watch.EventRouter;
import io.sluice.watch.HubCaches;
import io.sluice.watch.PolicyController;
import io.sluice.workflow.ApprovalSetting;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Runs one Sluice process: informers and a Temporal worker, and where it leads the {@link
 * PolicyController} and the {@link PlacementController}.
 *
 * <p>{@link SluiceProcess} is what a user starts: it waits for the servers, checks what they must
 * have ({@link HubCheck}, {@link PermissionCheck}, {@link CrdCheck}, {@link TemporalCheck}, {@link
 * TemporalNamespaceSetup}), and reports its health ({@link HealthServer}, {@link Readiness}).
 * {@link LeaderElection} decides which process leads, {@link PolicyDuties} is what it then does.
 */
public final class Sluice implements AutoCloseable {
  /** Less than the time a container has to end, so that the other parts can close as well. */
  private static final long GRACE_SECONDS = 4;

  /** Within this time a workflow task must answer, else the server gives it to another worker. */
  private static final long WORKFLOW_TASK_MILLIS = 10_000;

  /**
   * A server spreads a queue over partitions, and few pollers do not ask all of them: a task of one
   * run in a hundred waited 15 s for its poll with 5.
   */
  private static final int POLLERS = 16;

  /**
   * More calls to the hub at once only make all of them late, and a batch that is late is given up:
   * the others wait in Temporal's queue, where that costs nothing.
   */
  private static final int CALLS_PER_WRITE = 2;

  private final ModeCheck.Decided mode;
  private final HubCaches caches;
  private final AutoCloseable leading;

  /** Empty while another process leads. */
  private final AtomicReference<Controllers> controllers;

  private final WorkerFactory workers;

  /** In the order of their start. */
  private final StartedParts started;

  private Sluice(
      ModeCheck.Decided mode,
      HubCaches caches,
      AutoCloseable leading,
      AtomicReference<Controllers> controllers,
      WorkerFactory workers,
      StartedParts started) {
    this.mode = mode;
    this.caches = caches;
    this.leading = leading;
    this.controllers = controllers;
    this.workers = workers;
    this.started = started;
  }

  /**
   * Starts Sluice on a hub and a Temporal server that can be reached.
   *
   * <p>Returns once the informers have synced and the worker polls.
   */
  public static Sluice start(
      KubernetesClient hub, WorkflowServiceStubs temporal, Settings settings) {
    StartedParts started = new StartedParts();
    return start(
        started.add(HubConnections.of(hub.getConfiguration())), temporal, settings, started);
  }

  /** Starts Sluice on connections that the caller closes after it. */
  static Sluice start(HubConnections hub, WorkflowServiceStubs temporal, Settings settings) {
    return start(hub, temporal, settings, new StartedParts());
  }

  private static Sluice start(
      HubConnections hub, WorkflowServiceStubs temporal, Settings asked, StartedParts started) {
    try {
      return starting(hub, temporal, asked, started);
    } catch (RuntimeException e) {
      throw started.abandon(e);
    }
  }

  private static Sluice starting(
      HubConnections hub, WorkflowServiceStubs temporal, Settings asked, StartedParts started) {
    ModeCheck.Decided decided = new ModeCheck(hub.requests()).decide(asked.mode());
    HubMode mode = decided.mode();
    Settings settings = asked.in(mode);
    Clock clock = Clock.systemUTC();
    WorkflowClient client = TemporalClient.start(temporal, settings, started);
    EventRecorder events = started.add(new EventRecorder(hub.requests(), clock));
    RequestPool requests = started.add(new RequestPool(settings.writesInFlight()));
    WorkerFactory workers = WorkerFactory.newInstance(client);
    started.add(() -> shutDown(workers));
    EventRouter router = new EventRouter();
    PlacementRouter placementRouter = new PlacementRouter();
    boolean evaluates = settings.placements().mode() != PlacementMode.OFF;
    HubCaches caches =
        started.add(
            HubCaches.start(
                hub,
                mode,
                evaluates ? Kinds.EVALUATED : List.of(),
                (kind, former, present) -> {
                  router.changed(kind, former, present);
                  placementRouter.changed(kind, former, present);
                }));
    Worker worker = workers.newWorker(PolicyRolloutWorkflow.TASK_QUEUE, workerOptions(settings));
    ApprovalSetting.of(settings.rollouts().messageApprovals()).register(worker);
    worker.registerActivitiesImplementations(
        activities(hub.requests(), caches, requests, new Evidence(settings.skew()), events, clock));
    workers.start();
    AtomicReference<Controllers> controllers = new AtomicReference<>();
    Function<KubernetesClient, AutoCloseable> duties =
        writer -> {
          Controllers leader =
              Controllers.start(
                  () ->
                      new PolicyController(
                          writer, caches, router, client, requests, events, settings, clock),
                  () ->
                      new PlacementController(
                          writer, caches, placementRouter, events, settings.placements(), clock));
          controllers.set(leader);
          return () -> {
            controllers.set(null);
            leader.close();
          };
        };
    AutoCloseable leading =
        started.add(
            settings
                .lease()
                .<AutoCloseable>map(
                    lease ->
                        LeaderElection.start(
                            hub, lease, new PolicyDuties(hub, caches.watched(), duties)))
                .orElseGet(() -> duties.apply(hub.requests())));
    return new Sluice(decided, caches, leading, controllers, workers, started);
  }

  private static HubActivities activities(
      KubernetesClient hub,
      HubCaches caches,
      RequestPool requests,
      Evidence evidence,
      EventRecorder events,
      Clock clock) {
    return caches
        .overridden()
        .<HubActivities>map(
            overridden ->
                new BesideHubActivities(
                    hub,
                    caches.replicas(),
                    overridden,
                    caches::objects,
                    requests,
                    evidence,
                    events,
                    clock))
        .orElseGet(
            () ->
                new KubernetesHubActivities(
                    hub,
                    caches.replicas(),
                    caches::objects,
                    caches.propagator(),
                    requests,
                    evidence,
                    events,
                    clock));
  }

  /**
   * Returns the options of the worker. A workflow task that takes long on a busy machine is no
   * deadlock: the limit is the time that Temporal gives a task anyway.
   */
  static WorkerOptions workerOptions(Settings settings) {
    return WorkerOptions.newBuilder()
        .setStickyQueueScheduleToStartTimeout(settings.stickyTimeout())
        .setMaxConcurrentWorkflowTaskPollers(POLLERS)
        .setMaxConcurrentActivityTaskPollers(POLLERS)
        .setMaxConcurrentActivityExecutionSize(CALLS_PER_WRITE * settings.writesInFlight())
        .setAllowActivityHeartbeatDuringShutdown(true)
        .setDefaultDeadlockDetectionTimeout(WORKFLOW_TASK_MILLIS)
        .build();
  }

  /**
   * Returns what the process watches on the hub, as {@code
   * policies.policy.open-cluster-management.io}.
   */
  List<String> watched() {
    return caches.watched();
  }

  /**
   * Writes the metrics of the policies; nothing where another process leads, or where OCM's
   * propagator exports them.
   */
  void writeMetrics(OutputStream out) throws IOException {
    Controllers leader = controllers.get();
    if (leader != null && mode() == HubMode.STANDALONE) {
      leader.policies().metrics().write(out);
    }
  }

  /** Returns whether the worker asks Temporal for work. */
  boolean polling() {
    return workers.isStarted() && !workers.isShutdown();
  }

  /** Returns whether the Policy CRD drops strategies (rollout-strategy 1.6). */
  boolean strategyDropped() {
    return caches.strategyDropped();
  }

  /**
   * Formats what is not written and why: OCM's propagator runs (policy-propagation 8.1), or its
   * placement controller (placement 1).
   */
  List<String> suspended() {
    Controllers leader = controllers.get();
    return Stream.concat(
            caches.propagator().problem().stream()
                .map(problem -> Problem.message(problem.reason(), List.of(problem))),
            leader == null ? Stream.empty() : leader.placements().suspended().stream())
        .toList();
  }

  /** Returns whether this process works beside OCM's propagator. */
  HubMode mode() {
    return mode.mode();
  }

  /** Formats in which mode this process works, and what decided it: a sentence. */
  public String modeMessage() {
    return mode.message();
  }

  /** Formats which process leads, as far as this one knows. */
  String leader() {
    return leading instanceof LeaderElection election ? election.describe() : "leading, alone";
  }

  /** Stops leading, takes no more work, lets running activities finish, and closes the watches. */
  @Override
  public void close() {
    started.close();
  }

  private static void shutDown(WorkerFactory workers) {
    workers.shutdown();
    workers.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
    if (!workers.isTerminated()) {
      workers.shutdownNow();
      workers.awaitTermination(1, TimeUnit.SECONDS);
    }
  }
}
