package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.ControllerFixture;
import io.sluice.control.policy.RefusedWrites;
import io.sluice.control.policy.RepairHistories;
import io.sluice.control.policy.ReplicaReconciler;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.PropagationEvents;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.ReplicaPort;
import io.sluice.hub.replica.ReplicaView;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Passes over replicas that were created, and that no informer shows yet. */
class UnseenReplicaTest {
  private static final PolicyName POLICY = new PolicyName("policies", "web");
  private static final Instant NOW = Instant.parse("2026-02-03T09:00:00Z");

  private final ControllerFixture fixture = new ControllerFixture("c1", "c2");
  private final RequestPool pool = new RequestPool(4);
  private final MovableClock clock = new MovableClock(NOW);
  private final EventRecorder events = new EventRecorder(fixture.client, clock);
  private final ReplicaReconciler reconciler =
      new ReplicaReconciler(
          new ReplicaWriter(fixture.client, clock),
          new NoReplica(),
          new HubApi(fixture.client),
          pool,
          new RefusedWrites(),
          new RepairHistories(),
          new PropagationEvents(events),
          clock);

  /** Shows what an informer that is behind shows. */
  private record NoReplica() implements ReplicaView {
    @Override
    public Map<String, CachedReplica> replicas(PolicyName policy) {
      return Map.of();
    }

    @Override
    public Optional<CachedReplica> replica(PolicyName policy, String cluster) {
      return Optional.empty();
    }
  }

  @AfterEach
  void close() {
    events.close();
    pool.close();
    fixture.close();
  }

  @Test
  void theyAreNeitherReadNorWrittenAgainButLookedAtOnceMore() {
    fixture.policy("policies", "web", "", "");
    assertThat(pass()).isEmpty();
    fixture.hub.forgetRequests();

    assertThat(pass()).contains(NOW.plus(ReplicaPort.UNSEEN));

    assertThat(fixture.hub.requests())
        .as("the root is read once by the pass, and no replica")
        .containsEntry("get policies", 1L)
        .doesNotContainKeys("create policies", "update policies");
  }

  @Test
  void oneThatAnotherDeletedMeanwhileComesBackWithThatLook() {
    fixture.policy("policies", "web", "", "");
    pass();
    delete("c1");
    pass();
    assertThat(replica("c1")).isEmpty();

    clock.pass(ReplicaPort.UNSEEN);
    pass();

    assertThat(replica("c1")).isPresent();
  }

  @Test
  void aNewVersionReachesThemAllTheSame() {
    fixture.policy("policies", "web", "", "");
    pass();
    clock.pass(Duration.ofSeconds(1));
    fixture.policy(
        "policies",
        "web",
        "",
        "policy-templates: [{objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: limits}}}]\n");

    assertThat(pass()).isEmpty();

    assertThat(replica("c1").orElseThrow().getAdditionalProperties().toString()).contains("limits");
  }

  private Optional<Instant> pass() {
    PolicyContext context =
        PolicyContext.of(new HubReader(fixture.client, pool).read(POLICY), clock.instant());
    return reconciler.replicate(context.root().orElseThrow(), context, Map.of());
  }

  private Optional<GenericKubernetesResource> replica(String cluster) {
    return Optional.ofNullable(
        fixture
            .client
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(cluster)
            .withName("policies.web")
            .get());
  }

  private void delete(String cluster) {
    fixture
        .client
        .genericKubernetesResources(Kinds.POLICY)
        .inNamespace(cluster)
        .withName("policies.web")
        .delete();
  }
}
