package io.sluice.worker;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.read.PropagatorGuard;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Renews the Lease of OCM's propagator as a running one does, until it is closed. */
final class PropagatorLease implements AutoCloseable {
  private static final int SECONDS = 4;

  private final KubernetesClient client;
  private final String namespace;
  private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor();

  /** Starts at once. The Lease stays and expires, as after a propagator that was stopped. */
  PropagatorLease(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
    renew();
    renewals.scheduleWithFixedDelay(this::renew, 1, 1, TimeUnit.SECONDS);
  }

  /** Returns namespace and name, as messages have them. */
  String name() {
    return namespace + "/" + PropagatorGuard.LEASE;
  }

  private void renew() {
    client
        .resource(
            new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(PropagatorGuard.LEASE)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("propagator")
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
