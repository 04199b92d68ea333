package io.sluice.control.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.cache.HubCachesBuilder;
import io.sluice.control.placement.ParsedObjects.Listed;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.time.ProcessTime;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ParsedObjectsTest {
  private final EmbeddedHub server = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(server.url());
  private final SchedulingFixture hub = new SchedulingFixture(client);
  private final AtomicInteger parsed = new AtomicInteger();
  private HubCaches caches;
  private ParsedObjects<String> clusters;

  @BeforeEach
  void list() {
    hub.clusters("c2", "c4");
    caches =
        HubCachesBuilder.of(
                client,
                (kind, former, present) -> {
                  if (kind == Kinds.MANAGED_CLUSTER && clusters != null) {
                    clusters.changed(present.or(() -> former).orElseThrow());
                  }
                },
                ProcessTime.SYSTEM)
            .start();
    clusters = new ParsedObjects<>(caches, Kinds.MANAGED_CLUSTER, this::parse);
  }

  @AfterEach
  void close() throws Exception {
    caches.close();
    hub.close();
    client.close();
    server.close();
  }

  private String parse(GenericKubernetesResource cluster) {
    parsed.incrementAndGet();
    String name = cluster.getMetadata().getName().replace(hub.namespace + "-", "");
    return Optional.ofNullable(HubObjects.labels(cluster).get("env"))
        .map(name::concat)
        .orElse(name);
  }

  @Test
  void theListIsInOrderAndTheSameUntilAnObjectChanges() {
    Listed<String> listed = clusters.all();

    assertThat(listed.objects()).containsExactly("c2", "c4");
    assertThat(clusters.all()).isSameAs(listed);
  }

  @Test
  void aChangeOfOneParsesThatOne() {
    Listed<String> before = clusters.all();
    hub.editCluster("c2", cluster -> cluster.getMetadata().getLabels().put("env", "-prod"));

    SchedulingFixture.soon(
        () -> assertThat(clusters.all().objects()).containsExactly("c2-prod", "c4"));
    assertThat(clusters.all().version()).isNotEqualTo(before.version());
    assertThat(parsed).hasValue(3);
  }

  @Test
  void objectsComeAndGoInTheirPlaces() {
    clusters.all();
    hub.clusters("c3", "c1", "c5");
    hub.deleteCluster("c4");

    SchedulingFixture.soon(
        () -> assertThat(clusters.all().objects()).containsExactly("c1", "c2", "c3", "c5"));
  }

  @Test
  void whatIsListedAnewIsAnotherListWithTheSameObjects() {
    Listed<String> before = clusters.all();
    clusters.listAnew();

    assertThat(clusters.all().objects()).isEqualTo(before.objects());
    assertThat(clusters.all().version()).isNotEqualTo(before.version());
    assertThat(parsed).hasValue(2);
  }
}
