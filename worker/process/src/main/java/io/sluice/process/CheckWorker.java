package io.sluice.process;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.check.CheckAsker;
import io.sluice.hub.check.CheckedRollouts;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.util.concurrent.ExecutorService;

/**
 * Executes the questions of checks, on a task queue of their own: a server that answers slowly
 * holds no call to the hub (between-waves K4).
 */
final class CheckWorker implements AutoCloseable {
  /** A question that waits a little longer delays nobody: the next one is a minute later. */
  private static final int POLLERS = 2;

  private final Settings settings;
  private final ProcessTime time;
  private final ExecutorService threads;

  CheckWorker(Settings settings, ProcessTime time) {
    this.settings = requireNonNull(settings, "settings is null");
    this.time = requireNonNull(time, "time is null");
    this.threads = time.threads("checks", CheckAsker.MOST);
  }

  /** Adds it to the workers of the process, before they start. */
  void register(WorkerFactory factory, KubernetesClient hub, CheckedRollouts rollouts) {
    factory
        .newWorker(settings.hubName().checksQueue(), options(settings))
        .registerActivitiesImplementations(
            new CheckAsker(
                hub,
                rollouts,
                settings.checkAddresses(),
                settings.hubName(),
                threads,
                time.clock()));
  }

  static WorkerOptions options(Settings settings) {
    return RolloutWorker.versioned(WorkerOptions.newBuilder(), settings)
        .setMaxConcurrentActivityTaskPollers(POLLERS)
        .setMaxConcurrentActivityExecutionSize(CheckAsker.MOST)
        .setAllowActivityHeartbeatDuringShutdown(true)
        .build();
  }

  /** Ends the questions that are still open. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
