package io.sluice.process;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews a Lease as a running controller does, until it is closed.
 *
 * <p>It is promised for so long that a machine may stand still, and at last for a few seconds.
 */
final class RenewedLease implements AutoCloseable {
  private static final int SECONDS = 120;
  private static final int LAST_SECONDS = 4;

  private static final Logger LOG = LoggerFactory.getLogger(RenewedLease.class);

  private final KubernetesClient client;
  private final String namespace;
  private final String name;
  private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor();

  /** Starts at once. The Lease stays and expires, as after a controller that was stopped. */
  RenewedLease(KubernetesClient client, String namespace, String name) {
    this.client = client;
    this.namespace = namespace;
    this.name = name;
    renew(SECONDS);
    renewals.scheduleWithFixedDelay(this::tryRenew, 1, 1, TimeUnit.SECONDS);
  }

  /** Returns namespace and name, as messages have them. */
  String name() {
    return namespace + "/" + name;
  }

  private void tryRenew() {
    try {
      renew(SECONDS);
    } catch (KubernetesClientException e) {
      LOG.warn("The Lease is not renewed this time", e);
    }
  }

  private void renew(int seconds) {
    client
        .resource(
            new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("controller")
                .withLeaseDurationSeconds(seconds)
                .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
                .endSpec()
                .build())
        .createOr(lease -> lease.update());
  }

  @Override
  public void close() {
    renewals.shutdown();
    try {
      renewals.awaitTermination(Patience.MOST.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    renew(LAST_SECONDS);
  }
}
