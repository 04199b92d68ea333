package io.sluice.control.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.propagator.PropagatorLeaseReader;
import io.sluice.hub.propagator.PropagatorNamespaces;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads the Lease of a propagator that was renewed at 10:14:03. */
class PropagatorLeaseReaderTest {
  private static final Instant RENEWED = Instant.parse("2026-01-01T10:14:03Z");

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(hub.url());
  private final VirtualTime time = new VirtualTime(RENEWED);
  private final PropagatorLeaseReader reader =
      new PropagatorLeaseReader(client, PropagatorNamespaces.DEFAULT, time.clock());

  @AfterEach
  void close() {
    client.close();
    hub.close();
  }

  private void lease(String namespace, Instant renewed) {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    GenericKubernetesResource lease = HubObjects.object(Kinds.LEASE, named(namespace));
    lease.setAdditionalProperty("spec", spec(renewed));
    client.genericKubernetesResources(Kinds.LEASE).resource(lease).create();
  }

  private static ObjectMeta named(String namespace) {
    return new ObjectMetaBuilder().withNamespace(namespace).withName(PropagatorGuard.LEASE).build();
  }

  private static Map<String, Object> spec(Instant renewed) {
    return Map.of(
        "holderIdentity",
        "propagator",
        "leaseDurationSeconds",
        15,
        "renewTime",
        renewed.toString().replace("Z", ".000000Z"));
  }

  private void renew(Instant renewed) {
    client
        .genericKubernetesResources(Kinds.LEASE)
        .inNamespace("open-cluster-management")
        .withName(PropagatorGuard.LEASE)
        .edit(
            lease -> {
              lease.setAdditionalProperty("spec", spec(renewed));
              return lease;
            });
  }

  @Test
  void aPropagatorThatRenewsItsLeaseIsNotNamed() {
    lease("open-cluster-management", RENEWED);
    time.advance(Duration.ofSeconds(15));
    assertThat(reader.get()).isEmpty();
  }

  @Test
  void oneThatDoesNotIsNamedWithTheTimeUntilItDoesAgain() {
    lease("open-cluster-management", RENEWED);
    time.advance(Duration.ofSeconds(16));
    assertThat(reader.get()).contains(RENEWED);

    renew(RENEWED.plusSeconds(20));
    time.advance(Duration.ofSeconds(10));
    assertThat(reader.get()).isEmpty();
  }

  @Test
  void theHubIsAskedEveryTenSecondsAtMost() {
    lease("open-cluster-management", RENEWED);
    time.advance(Duration.ofMinutes(1));
    hub.forgetRequests();
    for (int i = 0; i < 100; i++) {
      reader.get();
      time.advance(Duration.ofMillis(100));
    }
    assertThat(hub.requests()).isEqualTo(Map.of("list leases", 1L));
  }

  @Test
  void withoutALeaseWhereThePropagatorKeepsItNothingIsKnown() {
    lease("somewhere", RENEWED);
    time.advance(Duration.ofMinutes(1));
    assertThat(reader.get()).isEmpty();
  }
}
