package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.DevServers;
import io.sluice.settings.Settings;
import io.sluice.tools.option.CommandWriter;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.List;
import java.util.Optional;

/** Provides the two servers of a demo: in this process, or real ones. */
interface DemoServers extends AutoCloseable {
  /** As whom a worker writes where the gate stands: others hold no ticket. */
  String GATE_WORKER = DevServers.GATE_WORKER;

  static DemoServers open(DemoSettings settings) {
    return settings.real().isPresent()
        ? LocalServers.open(settings, settings.real().get())
        : InMemoryServers.open(settings);
  }

  /** Connects with the rights of users and clusters. The caller closes it. */
  KubernetesClient connect();

  /** Connects with the rights of a worker. The caller closes it. */
  KubernetesClient connectAsWorker();

  WorkflowServiceStubs temporal();

  /** Adapts settings to these servers. */
  Settings adapt(Settings settings);

  /** Removes what a former demo left. */
  void clear(Examples examples);

  /** Writes commands that ask this hub. */
  CommandWriter commands();

  /** Returns the addresses of the servers, for the welcome. */
  List<Place> places();

  /** Ends a run that a former demo left, if it is open. */
  void terminate(String workflowId);

  /** Returns the address of a run in the Web UI; empty before it begins, or without a UI. */
  Optional<String> page(String workflowId);

  @Override
  void close();

  /** Holds one address and its label. */
  record Place(String label, String address) {}
}
