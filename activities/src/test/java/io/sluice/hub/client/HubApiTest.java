package io.sluice.hub.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class HubApiTest {
  /** Caches hold only a part of them, and a hub takes what it is given for the whole. */
  @Test
  void aWriteHasAllFieldsOfItsObjectButNoManagedFields() {
    List<String> bodies = new CopyOnWriteArrayList<>();
    Interceptor sent =
        new Interceptor() {
          @Override
          public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
            if (request.method().equals("PUT")) {
              bodies.add(request.bodyString());
            }
          }
        };
    try (EmbeddedHub server = EmbeddedHub.start(0);
        KubernetesClient plain = HubClient.ofUrl(server.url());
        KubernetesClient client = HubClient.of(plain.getConfiguration(), sent)) {
      HubApi hub = new HubApi(client);
      GenericKubernetesResource object =
          hub.create(
              Kinds.POLICY,
              HubObjects.object(
                  Kinds.POLICY,
                  new ObjectMetaBuilder()
                      .withNamespace("default")
                      .withName("p")
                      .withAnnotations(Map.of("kept", "yes"))
                      .build()));
      object.setAdditionalProperty("spec", Map.of("disabled", true));
      object
          .getMetadata()
          .setManagedFields(
              List.of(new ManagedFieldsEntryBuilder().withTime("2026-01-01T00:00:00Z").build()));
      GenericKubernetesResource updated = hub.update(Kinds.POLICY, object);
      object.getMetadata().setResourceVersion(updated.getMetadata().getResourceVersion());
      hub.updateStatus(Kinds.POLICY, object);
      assertThat(bodies)
          .hasSize(2)
          .allSatisfy(
              body ->
                  assertThat(body)
                      .contains("\"kept\"", "\"disabled\"", object.getMetadata().getUid())
                      .doesNotContain("managedFields\":[{"));
      assertThat(object.getMetadata().getManagedFields()).hasSize(1);
    }
  }

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

  /** An API server answers 400 to them, and whoever asks would ask again for ever. */
  @Test
  void whatNoLabelCanBeIsNotAskedFor() {
    List<String> asked = new CopyOnWriteArrayList<>();
    Interceptor sent =
        new Interceptor() {
          @Override
          public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
            asked.add(request.uri().toString());
          }
        };
    try (EmbeddedHub server = EmbeddedHub.start(0);
        KubernetesClient plain = HubClient.ofUrl(server.url());
        KubernetesClient client = HubClient.of(plain.getConfiguration(), sent)) {
      HubApi hub = new HubApi(client);
      Map<String, String> longest = Map.of("policy", "p".repeat(63));
      Map<String, String> longer = Map.of("policy", "p".repeat(64));

      assertThat(hub.listAll(Kinds.POLICY, longer)).isEmpty();
      assertThat(hub.list(Kinds.POLICY, "default", longer)).isEmpty();
      assertThat(asked).isEmpty();
      assertThat(hub.listAll(Kinds.POLICY, longest)).isEmpty();
      assertThat(hub.list(Kinds.POLICY, "default", longest)).isEmpty();
      assertThat(asked).hasSize(2);
    }
  }
}
