package io.sluice.tools.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Finds out whether a worker leads, whatever the clocks say. */
class WorkerLeaseTest {
  private static final int PROMISED = 2;

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(hub.url());
  private final VirtualTime time = new VirtualTime();
  private final WorkerLease lease = new WorkerLease(client, "sluice-system", time);

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
    Lease wanted =
        new LeaseBuilder()
            .withNewMetadata()
            .withNamespace("sluice-system")
            .withName("sluice")
            .endMetadata()
            .withNewSpec()
            .withHolderIdentity(holder)
            .withLeaseDurationSeconds(PROMISED)
            .withRenewTime(ZonedDateTime.now(time.clock()).minus(ago))
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
    renew("w1", Duration.ofMinutes(5));
    Instant begun = time.now();

    assertThat(lease.holder()).isEmpty();
    assertThat(time.now()).isEqualTo(begun.plusSeconds(PROMISED));
  }

  @Test
  void aWorkerWhoseClockIsBehindLeads() throws Exception {
    renew("w1", Duration.ofMinutes(5));
    time.threads("worker", 1)
        .schedule(
            () -> renew("w1", Duration.ofMinutes(5).minusSeconds(1)), 700, TimeUnit.MILLISECONDS);

    assertThat(lease.holder()).contains("w1");
  }
}
