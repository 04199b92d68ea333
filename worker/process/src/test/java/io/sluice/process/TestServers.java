package io.sluice.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.sluice.settings.Settings;
import io.temporal.serviceclient.WorkflowServiceStubs;

/** Provides hub and Temporal to a {@link RolloutFixture}: in this process, or real ones. */
public interface TestServers extends AutoCloseable {
  /** Connects with the rights of users and spokes. The caller closes it. */
  KubernetesClient client();

  /** Connects likewise, through an interceptor of all requests. The caller closes it. */
  default KubernetesClient client(Interceptor requests) {
    try (KubernetesClient plain = client()) {
      return new KubernetesClientBuilder()
          .withConfig(plain.getConfiguration())
          .withHttpClientBuilderConsumer(
              http -> http.addOrReplaceInterceptor(requests.getClass().getName(), requests))
          .build();
    }
  }

  /** Connects with the rights of a worker. The caller closes it. */
  KubernetesClient workerClient();

  WorkflowServiceStubs temporal();

  /** Adapts settings to these servers. */
  Settings adapt(Settings settings);

  /**
   * Returns the namespace of this fixture's policy, which no other fixture on these servers has.
   */
  String namespace();

  String temporalNamespace();

  /** Returns how often Sluice has written the content of that replica. */
  long contentWrites(String cluster, String replica);

  @Override
  void close();
}
