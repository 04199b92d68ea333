package io.sluice.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.cache.HubCaches;
import io.sluice.hub.BesideHubActivities;
import io.sluice.hub.KubernetesHubActivities;
import io.sluice.hub.TargetHubActivities;
import io.sluice.hub.check.CheckedRollouts;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.settings.DeploymentVersion;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import io.sluice.workflow.ApprovalSetting;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.owner.HubIdentity;
import io.sluice.workflow.owner.OwnerCheck;
import io.temporal.client.WorkflowClient;
import io.temporal.common.VersioningBehavior;
import io.temporal.common.WorkerDeploymentVersion;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerDeploymentOptions;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs the workflows and the activities of rollouts that Temporal gives to this process. */
final class RolloutWorker implements AutoCloseable {
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
   * the others wait in Temporal's queue, where that costs nothing. Of 100 rollouts at once a third
   * of the batches was begun again with twice as many.
   */
  private static final int CALLS_PER_WRITE = 1;

  /** Temporal's default. */
  private static final int LEAST_KEPT = 600;

  private static final int MOST_KEPT = 5_000;

  /** Several times what a run of a hundred clusters takes. */
  private static final long BYTES_PER_RUN = 512 * 1024;

  /** A run has a second one while it handles a signal. */
  private static final int THREADS_PER_RUN = 2;

  private final CallHeartbeats heartbeats;
  private final CheckWorker checks;
  private final WorkerFactory factory;
  private final Settings settings;
  private final Clock clock;
  private boolean left;

  /**
   * Creates a worker; {@link #start} lets it ask Temporal for work.
   *
   * @param hub whose runs it executes activities of, and no other's
   * @param refused is run at each activity of another hub's run
   */
  RolloutWorker(
      WorkflowClient temporal,
      HubIdentity hub,
      Runnable refused,
      Settings settings,
      ProcessTime time) {
    this.clock = time.clock();
    this.heartbeats = new CallHeartbeats(time);
    this.checks = new CheckWorker(settings, time);
    OwnerCheck owner =
        new OwnerCheck(
            hub, settings.temporalNamespace(), temporal.getOptions().getDataConverter(), refused);
    this.factory =
        WorkerFactory.newInstance(
            temporal,
            factoryOptions(Runtime.getRuntime().maxMemory())
                .setWorkerInterceptors(owner, heartbeats)
                .build());
    this.settings = settings;
  }

  /**
   * Returns options that keep as many runs in memory as the heap allows. One that is not there is
   * replayed from its history for each of its tasks; if more wait for one moment than are kept, all
   * are.
   *
   * @param heap in bytes
   */
  static WorkerFactoryOptions.Builder factoryOptions(long heap) {
    int kept = (int) Math.max(LEAST_KEPT, Math.min(MOST_KEPT, heap / BYTES_PER_RUN));
    return WorkerFactoryOptions.newBuilder()
        .setWorkflowCacheSize(kept)
        .setMaxWorkflowThreadCount(THREADS_PER_RUN * kept);
  }

  /**
   * Starts to ask Temporal for work, which is done on that hub.
   *
   * @param bindings executes what concerns templates; empty where none are propagated
   * @param rollouts what checks are about
   * @param notices whom to tell of what runs change
   */
  void start(
      KubernetesClient hub,
      HubCaches caches,
      Optional<HubActivities> bindings,
      CheckedRollouts rollouts,
      RequestPool requests,
      EventRecorder events,
      NoticeRules notices) {
    Worker worker = factory.newWorker(settings.hubName().taskQueue(), options(settings));
    ApprovalSetting.of(settings.rollouts().messageApprovals()).register(worker);
    worker.registerActivitiesImplementations(
        new TargetHubActivities(
            activities(hub, caches, requests, events, notices),
            gated(hub, caches, requests, events, notices),
            policy -> caches.way(policy) == StagingWay.GATE,
            caches::propagatorSilentSince,
            bindings));
    checks.register(factory, hub, rollouts);
    factory.start();
  }

  private Optional<HubActivities> gated(
      KubernetesClient hub,
      HubCaches caches,
      RequestPool requests,
      EventRecorder events,
      NoticeRules notices) {
    return caches
        .overridden()
        .map(
            overridden ->
                KubernetesHubActivities.gated(
                    hub,
                    new KubernetesHubActivities.GatedHub(
                        caches.replicas(), caches.changes(), caches.ledgers(), caches::outline),
                    requests,
                    new Evidence(settings.skew()),
                    events,
                    notices,
                    clock));
  }

  private HubActivities activities(
      KubernetesClient hub,
      HubCaches caches,
      RequestPool requests,
      EventRecorder events,
      NoticeRules notices) {
    Evidence evidence = new Evidence(settings.skew());
    return caches
        .overridden()
        .<HubActivities>map(
            overridden ->
                new BesideHubActivities(
                    hub,
                    caches.replicas(),
                    overridden,
                    caches::outline,
                    requests,
                    evidence,
                    events,
                    notices,
                    clock))
        .orElseGet(
            () ->
                new KubernetesHubActivities(
                    hub,
                    caches.replicas(),
                    caches::outline,
                    caches.propagator(),
                    requests,
                    evidence,
                    events,
                    notices,
                    clock));
  }

  /**
   * Returns the options of the worker. A workflow task that takes long on a busy machine is no
   * deadlock: the limit is the time that Temporal gives a task anyway.
   */
  static WorkerOptions options(Settings settings) {
    return versioned(WorkerOptions.newBuilder(), settings)
        .setStickyQueueScheduleToStartTimeout(settings.stickyTimeout())
        .setMaxConcurrentWorkflowTaskPollers(POLLERS)
        .setMaxConcurrentActivityTaskPollers(POLLERS)
        .setMaxConcurrentActivityExecutionSize(CALLS_PER_WRITE * settings.writesInFlight())
        .setAllowActivityHeartbeatDuringShutdown(true)
        .setDefaultDeadlockDetectionTimeout(WORKFLOW_TASK_MILLIS)
        .build();
  }

  /** Has the worker poll as the version that the settings name, if they do. */
  static WorkerOptions.Builder versioned(WorkerOptions.Builder options, Settings settings) {
    settings.version().map(RolloutWorker::versioned).ifPresent(options::setDeploymentOptions);
    return options;
  }

  /**
   * A run waits for approvals for weeks, and its rules have a number: it moves to the current
   * version at once, and no former version has to be kept for it.
   */
  private static WorkerDeploymentOptions versioned(DeploymentVersion version) {
    return WorkerDeploymentOptions.newBuilder()
        .setUseVersioning(true)
        .setVersion(new WorkerDeploymentVersion(version.deployment(), version.buildId()))
        .setDefaultVersioningBehavior(VersioningBehavior.AUTO_UPGRADE)
        .build();
  }

  /** Leaves the task queue to the workers of another hub, or asks for work again. */
  synchronized void leaveQueue(boolean leaves) {
    if (leaves == left) {
      return;
    }
    left = leaves;
    if (leaves) {
      factory.suspendPolling();
    } else {
      factory.resumePolling();
    }
  }

  /** Returns whether it asks Temporal for work. */
  boolean polling() {
    return factory.isStarted() && !factory.isShutdown();
  }

  /** Takes no more work, and lets running activities finish for a while. */
  @Override
  public void close() {
    factory.shutdown();
    factory.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
    if (!factory.isTerminated()) {
      factory.shutdownNow();
      factory.awaitTermination(1, TimeUnit.SECONDS);
    }
    heartbeats.close();
    checks.close();
  }
}
