package io.sluice.hub.replica;

import static io.sluice.hub.read.TestHub.NOW;
import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.TickingClock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WrittenReplicasTest {
  private final TickingClock clock = new TickingClock(NOW);
  private final WrittenReplicas written = new WrittenReplicas(clock);

  private static CachedReplica replica(int resourceVersion) {
    return ReplicaParser.of(
        POLICY,
        Serialization.unmarshal(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata: {name: %s, namespace: c1, uid: r1, resourceVersion: "%d"}
            spec: {disabled: false, policy-templates: []}
            """
                .formatted(POLICY.replicaName(), resourceVersion),
            GenericKubernetesResource.class));
  }

  @Test
  void onlyWhatWasWrittenLongAgoIsForgotten() {
    written.remember(POLICY, "c1", replica(7));
    written.remember(POLICY, "c2", replica(7));
    clock.pass(ReplicaPort.UNSEEN.minusMillis(1));
    written.remember(POLICY, "c1", replica(8));
    clock.pass(Duration.ofMillis(1));
    written.remember(POLICY, "c3", replica(9));

    assertThat(newest(Optional.empty())).contains(replica(8));
    assertThat(written.newest(POLICY, "c2", Optional.empty())).isEmpty();
    assertThat(written.newest(POLICY, "c3", Optional.empty())).contains(replica(9));
  }

  private Optional<CachedReplica> newest(Optional<CachedReplica> cached) {
    return written.newest(POLICY, "c1", cached);
  }

  @Test
  void whatWasWrittenCountsUntilTheCacheShowsItOrALaterState() {
    written.remember(POLICY, "c1", replica(7));

    assertThat(newest(Optional.of(replica(6)))).contains(replica(7));
    assertThat(newest(Optional.empty())).contains(replica(7));
    assertThat(newest(Optional.of(replica(8)))).contains(replica(8));
    assertThat(newest(Optional.of(replica(6)))).contains(replica(6));
  }

  @Test
  void itCountsNoLongerThanACacheCanBeBehind() {
    written.remember(POLICY, "c1", replica(7));
    clock.pass(ReplicaPort.UNSEEN.minusMillis(1));
    assertThat(newest(Optional.empty())).isPresent();

    clock.pass(Duration.ofMillis(1));

    assertThat(newest(Optional.empty())).isEmpty();
    written.remember(POLICY, "c1", replica(7));
    clock.pass(ReplicaPort.UNSEEN);
    assertThat(newest(Optional.of(replica(3)))).contains(replica(3));
  }
}
