package io.sluice.worker;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.temporal.serviceclient.WorkflowServiceStubs;

/** Runs one Sluice process: informers, keeper, watcher, and a Temporal worker. */
public final class Sluice implements AutoCloseable {
  private Sluice() {}

  /**
   * Starts it on a hub and a Temporal server that are there.
   *
   * <p>Returns once the informers have synced and the worker polls.
   */
  public static Sluice start(
      KubernetesClient hub, WorkflowServiceStubs temporal, Settings settings) {
    return new Sluice();
  }

  @Override
  public void close() {}
}
