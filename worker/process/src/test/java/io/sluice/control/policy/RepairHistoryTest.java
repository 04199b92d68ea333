package io.sluice.control.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RepairHistoryTest {
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
  private static final PolicyName POLICY = new PolicyName("policies", "web");

  private final RepairHistory history = new RepairHistory("root");

  private static CachedReplica replica(String cluster, String digest, long generation) {
    Dispatch dispatch = new Dispatch("u1", 1, generation, Dispatch.As.DISPATCHED, AT, AT, Map.of());
    return new CachedReplica(
        new Replica(
            POLICY,
            cluster,
            "1",
            "content",
            Optional.of(dispatch),
            Optional.empty(),
            List.of(),
            List.of()),
        "uid-" + cluster,
        digest,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static ReplicaReconciler.Repair repair(CachedReplica found) {
    DesiredReplica desired =
        new DesiredReplica(
            POLICY,
            found.replica().cluster(),
            iv -> new ReplicaContent(Map.of(), Map.of(), Map.of()),
            DispatchRule.none());
    return new ReplicaReconciler.Repair(desired, found);
  }

  @Test
  void aReplicaIsSettledUntilItsContentOrItsDispatchChanges() {
    history.settle(replica("c1", "a", 1));
    assertThat(history.settled(replica("c1", "a", 1))).isTrue();
    assertThat(history.settled(replica("c1", "b", 1))).isFalse();
    assertThat(history.settled(replica("c1", "a", 2))).isFalse();
    assertThat(history.settled(replica("c2", "a", 1))).isFalse();
  }

  @Test
  void aDeletedReplicaIsForgotten() {
    history.settle(replica("c1", "a", 1));
    history.keepOnly(Set.of("c2"));
    assertThat(history.settled(replica("c1", "a", 1))).isFalse();
  }

  @Test
  void aRepairThatIsUndoneTwiceIsNotMadeAThirdTime() {
    ReplicaReconciler.Repair repair = repair(replica("c1", "by a webhook", 1));
    assertThat(history.allowed(repair)).isPresent();
    history.repaired(repair);
    assertThat(history.allowed(repair)).isPresent();
    history.repaired(repair);
    assertThat(history.allowed(repair)).isEmpty();
    assertThat(history.settled(repair.found())).isTrue();
    assertThat(history.allowed(repair(replica("c1", "by hand", 1)))).isPresent();
    assertThat(history.allowed(repair(replica("c2", "by a webhook", 1)))).isPresent();
  }

  @Test
  void aReplicaThatIsChangedInAnotherWayAfterEachRepairIsLeftAloneAfterTen() {
    for (int time = 1; time <= 10; time++) {
      ReplicaReconciler.Repair repair = repair(replica("c1", "written at " + time, 1));
      assertThat(history.allowed(repair)).isPresent();
      history.repaired(repair);
    }
    assertThat(history.allowed(repair(replica("c1", "written at 11", 1)))).isEmpty();
    assertThat(history.allowed(repair(replica("c2", "written at 11", 1)))).isPresent();
  }

  @Test
  void itHoldsForOneStateOfTheRoot() {
    assertThat(history.isOf("root")).isTrue();
    assertThat(history.isOf("root, edited")).isFalse();
  }
}
