package io.sluice.hub.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import org.junit.jupiter.api.Test;

class HubApiTest {
  @Test
  void aLongListIsReadInPages() {
    try (EmbeddedHub server = EmbeddedHub.start(0);
        KubernetesClient client = HubClient.ofUrl(server.url())) {
      HubApi hub = new HubApi(client);
      for (int i = 0; i < 1001; i++) {
        hub.create(
            Kinds.POLICY,
            HubObjects.object(
                Kinds.POLICY,
                new ObjectMetaBuilder().withNamespace("default").withName("p" + i).build()));
      }
      server.forgetRequests();
      assertThat(hub.list(Kinds.POLICY, "default"))
          .extracting(policy -> policy.getMetadata().getName())
          .doesNotHaveDuplicates()
          .hasSize(1001);
      assertThat(server.requests()).containsEntry("list policies", 3L);
    }
  }
}
