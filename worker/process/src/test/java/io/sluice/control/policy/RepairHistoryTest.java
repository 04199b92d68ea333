package io.sluice.control.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.UndoneRepairs;
import io.sluice.gate.GateLabels;
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

  private static final Set<String> FLEET = Set.of("c1", "c2", "c3", "c4");

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
        GateLabels.NONE,
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
    history.begin(Set.of("c2"), AT);
    assertThat(history.settled(replica("c1", "a", 1))).isFalse();
  }

  /** Repairs it as often as that is allowed; the cluster changes it back each time. */
  private int repairs(String cluster, Instant at) {
    ReplicaReconciler.Repair repair = repair(replica(cluster, "by " + cluster, 1));
    int repairs = 0;
    while (history.allowed(repair, at).isPresent()) {
      history.repaired(repair);
      repairs++;
    }
    return repairs;
  }

  @Test
  void aClusterThatUndoesARepairTwiceIsLeftAloneForTenMinutesAndNoOther() {
    history.begin(FLEET, AT);
    assertThat(repairs("c1", AT)).isEqualTo(2);
    assertThat(history.undone().left()).containsExactly("c1");
    assertThat(history.stopped()).isFalse();
    assertThat(history.again()).contains(AT.plusSeconds(600));
    assertThat(history.allowed(repair(replica("c1", "in another way", 1)), AT)).isEmpty();
    assertThat(history.allowed(repair(replica("c2", "by c1", 1)), AT)).isPresent();

    history.begin(FLEET, AT.plusSeconds(599));
    assertThat(history.undone().left()).containsExactly("c1");
    history.begin(FLEET, AT.plusSeconds(600));
    assertThat(history.undone().left()).isEmpty();
    assertThat(repairs("c1", AT.plusSeconds(600))).isEqualTo(2);
  }

  @Test
  void aReplicaThatIsChangedInAnotherWayAfterEachRepairIsLeftAloneAfterTen() {
    history.begin(FLEET, AT);
    for (int time = 1; time <= 10; time++) {
      ReplicaReconciler.Repair repair = repair(replica("c1", "written at " + time, 1));
      assertThat(history.allowed(repair, AT)).isPresent();
      history.repaired(repair);
    }
    assertThat(history.allowed(repair(replica("c1", "written at 11", 1)), AT)).isEmpty();
    assertThat(history.allowed(repair(replica("c2", "written at 11", 1)), AT)).isPresent();
  }

  @Test
  void thePolicyIsStoppedOnceThreeClustersUndoRepairsWithinAMinute() {
    history.begin(FLEET, AT);
    repairs("c1", AT);
    repairs("c2", AT.plusSeconds(30));
    repairs("c3", AT.plusSeconds(60));
    assertThat(history.stopped()).as("the first was a minute ago").isFalse();
    repairs("c4", AT.plusSeconds(89));
    Instant over = AT.plusSeconds(689);
    assertThat(history.undone()).isEqualTo(new UndoneRepairs(List.of("c2", "c3", "c4"), true));
    assertThat(history.again()).contains(over);

    history.begin(FLEET, over);
    assertThat(history.stopped()).isFalse();
    assertThat(history.undone().left()).isEmpty();
  }

  @Test
  void ofFewerClustersAllStopThePolicy() {
    history.begin(Set.of("c1", "c2"), AT);
    repairs("c1", AT);
    assertThat(history.stopped()).isFalse();
    repairs("c2", AT);
    assertThat(history.undone()).isEqualTo(new UndoneRepairs(List.of("c1", "c2"), true));
  }

  @Test
  void itHoldsForOneStateOfTheRoot() {
    assertThat(history.isOf("root")).isTrue();
    assertThat(history.isOf("root, edited")).isFalse();
  }
}
