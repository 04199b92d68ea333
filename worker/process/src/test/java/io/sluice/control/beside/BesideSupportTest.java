package io.sluice.control.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.control.ControllerFixture;
import io.sluice.control.rollout.SoakedClusters;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.replica.ReplicaTimes;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tells clusters that joined after an attempt from those that took part in it. */
class BesideSupportTest {
  private static final PolicyName POLICY = new PolicyName("policies", "web");
  private static final Instant END = Instant.parse("2026-02-03T09:00:10Z");

  private final ControllerFixture fixture = new ControllerFixture("c1", "c2");
  private final RequestPool pool = new RequestPool(4);
  private final EventRecorder events = new EventRecorder(fixture.client, Clock.systemUTC());
  private final PropagatedChanges changes = new PropagatedChanges(Clock.systemUTC());
  private final BesideSupport support =
      new BesideSupport(
          changes,
          new OverrideReconciler(
              fixture.client,
              new RolloutObjects(fixture.client, Clock.systemUTC()),
              pool,
              events,
              new SoakedClusters(policy -> Optional.empty()),
              changes,
              Duration.ZERO,
              Clock.systemUTC()),
          new RolloutObjects(fixture.client, Clock.systemUTC()),
          Optional::empty,
          Clock.systemUTC());

  @AfterEach
  void close() {
    events.close();
    pool.close();
    fixture.close();
  }

  /** Returns the newcomers, if c2 got its replica at that time and c1 long before the end. */
  private List<String> newcomers(Instant created) {
    fixture.policy("policies", "web", "", "");
    fixture.apply(
        Kinds.ROLLOUT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: policies}
        spec: {rolloutStrategy: {type: Progressive}}
        status: {attempt: 1, rolloutUID: u1, runOpen: false, outcome: Succeeded, endedAt: "%s", exceptionsOmitted: 7, counts: {clusters: 1, succeeded: 1}}
        """
            .formatted(END));
    Map<String, CachedReplica> replicas =
        Map.of("c1", seen("c1", END.minusSeconds(60)), "c2", seen("c2", created));
    PolicyContext context =
        PolicyContext.of(HubReader.beside(fixture.client, pool).read(POLICY), Instant.now());
    return support.newcomers(
        context,
        RolloutStatusParser.of(context.rollout().orElseThrow())
            .record(context.root().orElseThrow().uid()),
        replicas);
  }

  private CachedReplica seen(String cluster, Instant created) {
    GenericKubernetesResource object =
        Serialization.unmarshal(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata:
              name: policies.web
              namespace: %s
              uid: r-%s
              resourceVersion: "1"
              labels: {policy.open-cluster-management.io/root-policy: policies.web}
            spec: {disabled: false, remediationAction: inform, policy-templates: []}
            """
                .formatted(cluster, cluster),
            GenericKubernetesResource.class);
    CachedReplica replica = ReplicaParser.of(object).orElseThrow();
    changes.seen(
        Optional.empty(), replica, () -> new ReplicaTimes(created, true, Optional.empty()));
    return replica;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3600})
  void aClusterWhoseReplicaIsNotOlderThanTheEndIsANewcomer(int secondsAfter) {
    assertThat(newcomers(END.plusSeconds(secondsAfter))).containsExactly("c2");
  }

  @Test
  void aClusterWhoseReplicaIsOlderTookPart() {
    assertThat(newcomers(END.minusSeconds(1))).isEmpty();
  }
}
