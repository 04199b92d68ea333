package io.sluice.tools.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.simulator.api.EmbeddedHub;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaderCheckTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(hub.url());
  private final LeaderCheck check = new LeaderCheck(client, "sluice-system");

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

  @Test
  void withoutALeaseNobodyLeads() {
    assertThat(check.problem(NOW))
        .contains(
            "No worker leads, as there is no Lease sluice-system/sluice; unless one runs without"
                + " leader election, as in a demo, or with another --lease-namespace.");
  }

  @Test
  void aLeaseThatIsRenewedHasALeader() {
    lease("worker-1", NOW.minusSeconds(5));
    assertThat(check.problem(NOW)).isEmpty();
    // The clock of the worker may be behind.
    assertThat(check.problem(NOW.plusSeconds(40))).isEmpty();
    assertThat(check.problem(NOW.minus(Duration.ofHours(1)))).isEmpty();
  }

  @Test
  void aLeaseThatIsOldNamesWhoHeldItAndUntilWhen() {
    lease("worker-1", NOW.minus(Duration.ofHours(2)));
    assertThat(check.problem(NOW))
        .contains(
            "No worker leads: Lease sluice-system/sluice was renewed last at 2026-03-01T08:00:00Z,"
                + " by worker-1. Nothing goes on until a worker runs on this hub.");
  }

  @Test
  void aLeaseThatWasGivenBackHasNoHolder() {
    lease("", NOW);
    assertThat(check.problem(NOW).orElseThrow()).contains("sluice-system/sluice has no holder.");
  }

  private void lease(String holder, Instant renewed) {
    client
        .resource(
            new LeaseBuilder()
                .withNewMetadata()
                .withNamespace("sluice-system")
                .withName("sluice")
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(holder)
                .withLeaseDurationSeconds(10)
                .withRenewTime(renewed.atZone(ZoneOffset.UTC))
                .endSpec()
                .build())
        .create();
  }
}
