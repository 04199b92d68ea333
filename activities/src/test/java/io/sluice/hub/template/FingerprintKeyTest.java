package io.sluice.hub.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubException;
import io.sluice.simulator.api.EmbeddedHub;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FingerprintKeyTest {
  private final EmbeddedHub server = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(server.url());

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void withoutItsNamespaceItSaysWhatToDoAndThenKeepsOneKey() {
    FingerprintKey key = new FingerprintKey(client, "sluice-system");

    assertThatThrownBy(key::get)
        .isInstanceOf(HubException.class)
        .hasMessage(
            "Cannot keep the key of fingerprints in Secret sluice-system/sluice-fingerprint-key:"
                + " the hub has no namespace sluice-system. Create it with kubectl create namespace"
                + " sluice-system, or name another with --lease-namespace; Sluice tries again.");

    client
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName("sluice-system")
                .endMetadata()
                .build())
        .create();
    assertThat(key.get()).hasSize(32).isEqualTo(key.get());
  }
}
