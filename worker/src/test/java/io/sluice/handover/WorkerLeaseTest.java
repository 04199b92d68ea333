package io.sluice.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.time.ProcessTime;
import io.sluice.worker.Patience;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Finds out whether a worker leads, whatever the clocks say. */
@Timeout(300)
class WorkerLeaseTest {
  /** Watched to its end only where nothing else can tell. */
  private static final int PROMISED = 600;

  private static final int SOON_OVER = 2;

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(hub.url());
  private final WorkerLease lease = new WorkerLease(client, "sluice-system", ProcessTime.SYSTEM);

  @BeforeEach
  void createNamespace() {
    client
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName("sluice-system")
                .endMetadata()
                .build())
        .create();
  }

  @AfterEach
  void close() {
    client.close();
    hub.close();
  }

  private void renew(String holder, Duration ago) {
    renew(holder, ago, PROMISED);
  }

  private void renew(String holder, Duration ago, int seconds) {
    Lease wanted =
        new LeaseBuilder()
            .withNewMetadata()
            .withNamespace("sluice-system")
            .withName("sluice")
            .endMetadata()
            .withNewSpec()
            .withHolderIdentity(holder)
            .withLeaseDurationSeconds(seconds)
            .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC).minus(ago))
            .endSpec()
            .build();
    client.resource(wanted).createOr(existing -> existing.update());
  }

  @Test
  void withoutALeaseOrAfterItsReleaseNoWorkerLeads() throws InterruptedException {
    assertThat(lease.holder()).isEmpty();

    renew("", Duration.ZERO);
    assertThat(lease.holder()).isEmpty();
  }

  @Test
  void aLeaseThatWasJustRenewedIsHeld() throws InterruptedException {
    renew("w1", Duration.ZERO);
    assertThat(lease.holder()).contains("w1");
  }

  @Test
  void theLeaseOfAKilledWorkerIsFreeOnceItWasWatchedForItsDuration() throws InterruptedException {
    renew("w1", Duration.ofMinutes(5), SOON_OVER);
    long begun = System.nanoTime();

    assertThat(lease.holder()).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(SOON_OVER));
  }

  @Test
  void aWorkerWhoseClockIsBehindLeads() throws Exception {
    renew("w1", Duration.ofMinutes(20));
    CompletableFuture<Void> renewal =
        CompletableFuture.runAsync(
            () -> renew("w1", Duration.ofMinutes(20).minusSeconds(1)),
            CompletableFuture.delayedExecutor(700, TimeUnit.MILLISECONDS));

    assertThat(lease.holder()).contains("w1");
    renewal.get(Patience.MOST.toSeconds(), TimeUnit.SECONDS);
  }
}
