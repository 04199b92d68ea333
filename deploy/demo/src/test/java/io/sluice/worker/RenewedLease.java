package io.sluice.worker;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Renews a Lease as a running controller does, until it is closed. */
final class RenewedLease implements AutoCloseable {
  private static final int SECONDS = 4;

  private final KubernetesClient client;
  private final String namespace;
  private final String name;
  private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor();

  /** Starts at once. The Lease stays and expires, as after a controller that was stopped. */
  RenewedLease(KubernetesClient client, String namespace, String name) {
    this.client = client;
    this.namespace = namespace;
    this.name = name;
    renew();
    renewals.scheduleWithFixedDelay(this::renew, 1, 1, TimeUnit.SECONDS);
  }

  /** Returns namespace and name, as messages have them. */
  String name() {
    return namespace + "/" + name;
  }

  private void renew() {
    client
        .resource(
            new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("controller")
                .withLeaseDurationSeconds(SECONDS)
                .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                .endSpec()
                .build())
        .createOr(lease -> lease.update());
  }

  @Override
  public void close() {
    renewals.shutdownNow();
  }
}
