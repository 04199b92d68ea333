package io.sluice.control.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gate.GateLabels;
import io.sluice.hub.client.CachedReplica;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ReplicaPatienceTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");
  private static final PolicyName POLICY = GatePolicy.NAME;
  private static final Map<String, CachedReplica> ALL = new TreeMap<>();

  static {
    for (String cluster : List.of("c1", "c2", "c3")) {
      ALL.put(cluster, replica(cluster, GateLabels.of(Map.of())));
    }
  }

  private final ReplicaPatience plain = new ReplicaPatience(Duration.ofSeconds(2));
  private final ReplicaPatience shared =
      ReplicaPatience.whileOthersPass(Duration.ofSeconds(2), Duration.ofSeconds(5));

  static CachedReplica replica(String cluster, GateLabels labels) {
    return new CachedReplica(
        new Replica(
            POLICY,
            cluster,
            "1",
            "content",
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of()),
        "uid-" + cluster,
        "digest",
        List.of(),
        List.of(),
        Optional.empty(),
        labels,
        Optional.empty());
  }

  /** Returns of which it has held for long enough, if it holds of these now. */
  private static List<String> due(ReplicaPatience patience, int second, String... waiting) {
    TreeSet<String> all = new TreeSet<>(Arrays.asList(waiting));
    return patience
        .due(
            POLICY,
            ALL,
            replica -> all.contains(replica.replica().cluster()),
            NOW.plusSeconds(second))
        .replicas()
        .stream()
        .map(replica -> replica.replica().cluster())
        .toList();
  }

  @Test
  void eachWaitsForItself() {
    assertThat(due(plain, 0, "c1", "c2")).isEmpty();
    assertThat(due(plain, 1, "c2", "c3")).isEmpty();
    assertThat(due(plain, 2, "c2", "c3")).containsExactly("c2");
    assertThat(due(plain, 3, "c2", "c3")).containsExactly("c2", "c3");
  }

  @Test
  void whoWaitsAgainBeginsAnew() {
    assertThat(due(plain, 0, "c1")).isEmpty();
    assertThat(due(plain, 1)).isEmpty();
    assertThat(due(plain, 2, "c1")).isEmpty();
    assertThat(due(plain, 4, "c1")).containsExactly("c1");
  }

  @Test
  void whileItPassesForOthersNoneIsDue() {
    assertThat(due(shared, 0, "c1", "c2", "c3")).isEmpty();
    assertThat(due(shared, 1, "c2", "c3")).isEmpty();
    assertThat(due(shared, 2, "c2", "c3")).isEmpty();
    assertThat(due(shared, 3, "c2", "c3")).containsExactly("c2", "c3");
  }

  @Test
  void ifItPassesForNobodyAllAreDueAsEver() {
    assertThat(due(shared, 0, "c1", "c2", "c3")).isEmpty();
    assertThat(due(shared, 2, "c1", "c2", "c3")).containsExactly("c1", "c2", "c3");
  }

  @Test
  void itLastsNoLongerThanItsLimit() {
    assertThat(due(shared, 0, "c1", "c2", "c3")).isEmpty();
    assertThat(due(shared, 4, "c1", "c2")).isEmpty();
    assertThat(due(shared, 5, "c1")).containsExactly("c1");
  }
}
