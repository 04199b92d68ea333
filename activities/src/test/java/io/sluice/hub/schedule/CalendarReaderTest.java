package io.sluice.hub.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may not see calendars still sees the rest; who judges by them has to see them. */
@Timeout(60)
class CalendarReaderTest {
  private final EmbeddedHub server = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(server.url());
  private final CalendarReader judging = new CalendarReader(new HubApi(client));
  private final CalendarReader viewing = CalendarReader.viewing(new HubApi(client));

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private void refuse(ResourceDefinitionContext kind, int code) {
    server.faults().inject(RequestMatcher.anything().kind(kind.getKind()), Fault.error(code));
  }

  private static Optional<GenericKubernetesResource> naming() {
    GenericKubernetesResource rollout =
        HubObjects.object(
            Kinds.ROLLOUT,
            new ObjectMetaBuilder().withNamespace("default").withName("policy-web").build());
    rollout.setAdditionalProperty(
        "spec", Map.of("schedule", Map.of("calendars", List.of(Map.of("name", "retail")))));
    return Optional.of(rollout);
  }

  @Test
  void withoutTheRightToSeeThoseOfTheClusterNothingCountsAsRead() {
    refuse(Kinds.CLUSTER_ROLLOUT_CALENDAR, 403);

    assertThat(viewing.ofCluster()).isEmpty();
    assertThat(viewing.read("default", Optional.empty(), viewing.ofCluster()).read()).isFalse();
    assertThatThrownBy(judging::ofCluster).isInstanceOf(HubException.class);
  }

  @Test
  void theSameHoldsForThoseOfTheNamespaceWhereARolloutNamesOne() {
    refuse(Kinds.ROLLOUT_CALENDAR, 403);

    assertThat(viewing.read("default", naming(), viewing.ofCluster()).read()).isFalse();
    assertThat(viewing.read("default", Optional.empty(), viewing.ofCluster()).read()).isTrue();
    assertThatThrownBy(() -> judging.read("default", naming(), judging.ofCluster()))
        .isInstanceOf(HubException.class);
  }

  @Test
  void aHubThatFailsIsNoMissingRight() {
    refuse(Kinds.CLUSTER_ROLLOUT_CALENDAR, 500);

    assertThatThrownBy(viewing::ofCluster).isInstanceOf(HubException.class);
  }
}
