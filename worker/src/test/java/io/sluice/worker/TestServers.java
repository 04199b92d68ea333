package io.sluice.worker;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.settings.Settings;
import io.temporal.serviceclient.WorkflowServiceStubs;

/** Gives a stage its hub and its Temporal: embedded ones, or real ones. */
interface TestServers extends AutoCloseable {
  /** Connects as people and spokes do. The caller closes it. */
  KubernetesClient client();

  /** Connects as Sluice does. The caller closes it. */
  KubernetesClient workerClient();

  WorkflowServiceStubs temporal();

  /** Makes settings fit these servers. */
  Settings fit(Settings settings);

  /** The namespace of this stage's policy: no other stage on these servers has it. */
  String namespace();

  String temporalNamespace();

  /** How often Sluice has written the content of that replica. */
  long contentWrites(String cluster, String replica);

  @Override
  void close();
}
