package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.PolicyName;
import io.sluice.settings.Settings;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.List;
import java.util.Optional;

/** Gives a demo its two servers: in this process, or real ones. */
interface DemoServers extends AutoCloseable {

  static DemoServers open(DemoSettings settings) {
    return settings.real().isPresent()
        ? LocalServers.open(settings, settings.real().get())
        : InMemoryServers.open(settings);
  }

  /** Connects as people and clusters do. The caller closes it. */
  KubernetesClient connect();

  /** Connects as Sluice does, with its rights. The caller closes it. */
  KubernetesClient connectAsWorker();

  WorkflowServiceStubs temporal();

  /** Makes settings fit these servers. */
  Settings fit(Settings settings);

  /** Removes what a former demo left. */
  void clear(Examples examples);

  /** How commands name this hub. */
  String hubOption();

  /** Where the servers are, each with its name. */
  List<Place> places();

  /** Where people see the rollout; empty while it has not begun, or if there is no such place. */
  Optional<String> page(PolicyName policy);

  @Override
  void close();

  /** One address. */
  record Place(String name, String address) {}
}
