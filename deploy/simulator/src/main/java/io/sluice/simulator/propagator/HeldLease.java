package io.sluice.simulator.propagator;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the propagator's Lease while it runs. Stopped, it leaves the Lease as it was renewed last;
 * upstream, too, releases it only when asked to.
 */
final class HeldLease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);
  private static final String NAME = "policy-propagator.open-cluster-management.io";
  private static final int MOST_CONFLICTS = 10;
  private static final String HOLDER = "governance-policy-propagator";

  private final KubernetesClient client;
  private final String namespace;
  private final Duration promised;
  private final PauseSwitch gate;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "propagator-lease");
            thread.setDaemon(true);
            return thread;
          });

  HeldLease(KubernetesClient client, PropagatorOptions options, PauseSwitch gate) {
    this.client = client;
    this.namespace = options.namespace();
    this.promised = options.lease();
    this.gate = gate;
  }

  /** Takes the Lease, also from another holder, and renews it from now on. */
  void start() {
    if (promised.isZero()) {
      return;
    }
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .createOr(existing -> null);
    renew(HOLDER, promised.toSeconds());
    long millis = Math.max(1, promised.toMillis() / 8);
    timer.scheduleWithFixedDelay(this::tryRenew, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void tryRenew() {
    if (gate.isClosed()) {
      return;
    }
    try {
      renew(HOLDER, promised.toSeconds());
    } catch (RuntimeException e) {
      LOG.warn("The propagator cannot renew its Lease, and tries again", e);
    }
  }

  /** Gives the Lease up as client-go does: without a holder, promised for one second. */
  void release() {
    close();
    for (int left = MOST_CONFLICTS; !promised.isZero(); left--) {
      try {
        renew(null, 1);
        return;
      } catch (KubernetesClientException e) {
        // A renewal that was on its way when the timer stopped.
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || left == 0) {
          throw e;
        }
      }
    }
  }

  private void renew(String holder, long seconds) {
    Resource<Lease> resource = client.leases().inNamespace(namespace).withName(NAME);
    Lease existing = resource.get();
    Lease lease =
        new LeaseBuilder(existing == null ? new Lease() : existing)
            .editOrNewMetadata()
            .withNamespace(namespace)
            .withName(NAME)
            .endMetadata()
            .editOrNewSpec()
            .withHolderIdentity(holder)
            .withLeaseDurationSeconds((int) Math.max(1, seconds))
            .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
            .endSpec()
            .build();
    Resource<Lease> write = client.leases().inNamespace(namespace).resource(lease);
    if (existing == null) {
      write.create();
    } else {
      write.update();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    try {
      if (!timer.awaitTermination(10, TimeUnit.SECONDS)) {
        LOG.warn("The propagator still waits for an answer about its Lease, and is left waiting");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
