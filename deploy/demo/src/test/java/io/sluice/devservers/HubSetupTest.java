package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.simulator.api.EmbeddedHub;
import org.junit.jupiter.api.Test;

class HubSetupTest {
  @Test
  void theLeaseOfAPropagatorThatHasRunHereGoesAndNoOther() {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client = HubClient.ofUrl(hub.url())) {
      lease(client, "ocm", PropagatorGuard.LEASE);
      lease(client, "elsewhere", PropagatorGuard.LEASE);
      lease(client, "ocm", "another");

      new HubSetup(client, line -> {}).forgetPropagator();

      assertThat(client.leases().inAnyNamespace().list().getItems())
          .extracting(lease -> lease.getMetadata().getName())
          .containsExactly("another");
    }
  }

  private static void lease(KubernetesClient client, String namespace, String name) {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .createOr(NonDeletingOperation::update);
    client
        .resource(
            new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("propagator")
                .endSpec()
                .build())
        .create();
  }
}
