package io.sluice.control.placement;

import static io.sluice.control.placement.SchedulingFixture.awaitIdle;
import static io.sluice.control.placement.SchedulingFixture.soon;
import static io.sluice.control.placement.SchedulingFixture.stays;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.PlacementMode;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.time.ProcessTime;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The evaluator on a hub in memory, with what concerns the hub as a whole. */
@Tag("nightly")
class PlacementControllerTest extends SchedulingContract {
  private static final String CLUSTER_MANAGER =
      """
      apiVersion: operator.open-cluster-management.io/v1
      kind: ClusterManager
      metadata: {name: cluster-manager}
      """;

  private final EmbeddedHub server = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(server.url());

  @Override
  KubernetesClient connect() {
    return client;
  }

  @Override
  void disconnect() {
    client.close();
    server.close();
  }

  @Test
  void withAllEveryPlacementIsEvaluated() {
    hub.clusters("c1");
    hub.placement("plain", "other: x", "{}");
    hub.start(PlacementMode.ALL, client, ProcessTime.SYSTEM);

    soon(() -> assertThat(hub.groups("plain")).containsExactly("0 : c1"));
  }

  @Test
  void withOffNoneIs() {
    hub.clusters("c1");
    hub.placement("stores", "{}");
    hub.start(PlacementMode.OFF, client, ProcessTime.SYSTEM);

    stays(() -> assertThat(hub.decisions("stores")).isEmpty());
  }

  @Test
  void besideAClusterManagerNothingIsWrittenUntilItIsGone() {
    hub.clusters("c1");
    hub.create(Kinds.CLUSTER_MANAGER, CLUSTER_MANAGER);
    hub.placement("plain", "other: x", "{}");
    PlacementController controller = hub.start(PlacementMode.ALL, client, ProcessTime.SYSTEM);

    soon(
        () ->
            assertThat(controller.suspended())
                .hasValueSatisfying(
                    problem ->
                        assertThat(problem)
                            .startsWith("Cannot evaluate all Placements")
                            .contains("ClusterManager cluster-manager")));
    stays(() -> assertThat(hub.decisions("plain")).isEmpty());

    hub.at(Kinds.CLUSTER_MANAGER, "cluster-manager").delete();
    soon(() -> assertThat(hub.groups("plain")).containsExactly("0 : c1"));
    assertThat(controller.suspended()).isEmpty();
  }

  @Test
  void aClusterManagerThatComesLaterEndsTheWriting() {
    hub.clusters("c1");
    hub.placement("plain", "other: x", "{}");
    PlacementController controller = hub.start(PlacementMode.ALL, client, ProcessTime.SYSTEM);
    soon(() -> assertThat(hub.groups("plain")).containsExactly("0 : c1"));

    hub.create(Kinds.CLUSTER_MANAGER, CLUSTER_MANAGER);
    soon(() -> assertThat(controller.suspended()).isPresent());
    hub.clusters("c2");

    stays(() -> assertThat(hub.groups("plain")).containsExactly("0 : c1"));
  }

  @Test
  void eachWriteIsOneRequestAndAnUnchangedHubGetsNone() {
    hub.clusters("c1", "c2");
    hub.placement("stores", "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 1}}}");
    server.forgetRequests();
    PlacementController controller = hub.start();
    soon(() -> assertThat(hub.groups("stores")).containsExactly("0 : c1", "1 : c2"));
    awaitIdle(controller);

    assertThat(
            server.writes().stream()
                .filter(RecordedWrite::succeeded)
                .map(write -> write.verb() + " " + write.name()))
        .containsExactly(
            "create stores-decision-1",
            "patch stores-decision-1",
            "create stores-decision-2",
            "patch stores-decision-2",
            "patch stores");
    assertThat(server.requests().getOrDefault("get placementdecisions", 0L)).isZero();
    // Once before the writes, and once more whenever a cache lagged behind them.
    assertThat(server.requests().get("get placements")).isPositive();

    server.forgetRequests();
    stays(() -> assertThat(server.writes()).isEqualTo(List.of()));
  }
}
