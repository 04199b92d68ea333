package io.sluice.plan.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.PlannerFixture;
import io.sluice.plan.RolloutPlanner;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Verdict;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Report;
import io.sluice.rollout.strategy.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Compares the statuses of random fleets with those that are computed with less, or with more. */
class RecoveredStatusPropertyTest {
  private static final Instant AT = PlannerFixture.START;
  private static final DecisionGroup EMPTY = new DecisionGroup(new GroupKey("", "", 0), List.of());

  private static final int SEEDS = 500;

  @Test
  void aGroupWithoutClustersChangesNoStatus() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Hub hub = new Hub(new Random(seed));
      List<DecisionGroup> more = new ArrayList<>(hub.groups);
      more.add(EMPTY);
      assertThat(hub.statuses(more, hub.reports))
          .as("seed %d", seed)
          .isEqualTo(hub.statuses(hub.groups, hub.reports));
    }
  }

  @Test
  void noReportChangesTheStatusOfAClusterThatIsNotInFlight() {
    int omitted = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Hub hub = new Hub(new Random(seed));
      Set<String> inFlight = hub.recovered(hub.groups).inFlight();
      List<Report> reports =
          hub.reports.stream().filter(report -> inFlight.contains(report.cluster())).toList();
      omitted += hub.reports.size() - reports.size();
      assertThat(hub.statuses(hub.groups, reports))
          .as("seed %d", seed)
          .isEqualTo(hub.statuses(hub.groups, hub.reports));
    }
    assertThat(omitted).isGreaterThan(SEEDS);
  }

  /** What is on a hub: groups, replicas, their reports, and what the run last published. */
  private static final class Hub {
    private final List<DecisionGroup> groups;
    private final List<ReplicaState> replicas = new ArrayList<>();
    private final List<Report> reports = new ArrayList<>();
    private final LastReportedStatus last;

    Hub(Random random) {
      this.groups = groups(random);
      List<LastReportedStatus.ListedIssue> listed = new ArrayList<>();
      Map<GroupKey, Long> sizes = new HashMap<>();
      Map<GroupKey, Long> finished = new HashMap<>();
      for (DecisionGroup group : groups) {
        long size = group.clusters().size();
        sizes.put(group.key(), size);
        if (random.nextBoolean()) {
          finished.put(group.key(), size);
        }
      }
      for (String cluster :
          new TreeSet<>(groups.stream().flatMap(g -> g.clusters().stream()).toList())) {
        ReplicaState replica = replica(cluster, random);
        replicas.add(replica);
        reports.add(report(replica, random));
        if (random.nextInt(4) == 0) {
          listed.add(listed(cluster, random));
        }
      }
      this.last = last(sizes, finished, listed, random);
    }

    AttemptState recovered(List<DecisionGroup> fleet) {
      return StateRecovery.of(
          PlannerFixture.spec(Strategy.all()), last, FleetView.of(fleet), replicas);
    }

    Map<String, ClusterStatus> statuses(List<DecisionGroup> fleet, List<Report> reported) {
      Observation seen =
          new Observation(PlannerFixture.hub(FleetView.of(fleet)), List.of(), List.of(), reported);
      return RolloutPlanner.recovered(recovered(fleet), seen, AT.plusSeconds(60))
          .state()
          .statuses();
    }
  }

  /** Of unequal sizes; some share clusters. */
  private static List<DecisionGroup> groups(Random random) {
    List<DecisionGroup> groups = new ArrayList<>();
    int number = 1 + random.nextInt(4);
    for (int group = 0; group < number; group++) {
      List<String> clusters =
          random
              .ints(1 + random.nextInt(5), 0, 15)
              .mapToObj(cluster -> "c" + cluster)
              .distinct()
              .sorted()
              .toList();
      groups.add(new DecisionGroup(new GroupKey("fleet", "g" + group, group), clusters));
    }
    return groups;
  }

  private static ReplicaState replica(String cluster, Random random) {
    String content = random.nextInt(3) == 0 ? "content-1" : PlannerFixture.VERSION.contentHash();
    Dispatch.As[] ways = Dispatch.As.values();
    Dispatch dispatch =
        new Dispatch(
            random.nextInt(3) == 0 ? "u0" : "u1",
            PlannerFixture.NUMBER,
            2,
            ways[random.nextInt(ways.length)],
            AT,
            AT,
            Map.of());
    return new ReplicaState(
        cluster, content, Optional.of(dispatch).filter(any -> random.nextInt(5) > 0));
  }

  private static Report report(ReplicaState replica, Random random) {
    Verdict[] verdicts = Verdict.values();
    return new Report(
        replica.cluster(),
        replica.dispatch().map(Dispatch::attempt).orElse(0L),
        replica.contentHash(),
        verdicts[random.nextInt(verdicts.length)],
        random.nextInt(4) == 0,
        random.nextInt(4) == 0,
        AT.plusSeconds(random.nextInt(60)).toEpochMilli());
  }

  private static LastReportedStatus.ListedIssue listed(String cluster, Random random) {
    ClusterStatus[] all = ClusterStatus.values();
    String reason = List.of("RecoveredLate", "Regressed", "Ignored").get(random.nextInt(3));
    return new LastReportedStatus.ListedIssue(
        cluster, all[random.nextInt(all.length)].label(), reason, AT);
  }

  private static LastReportedStatus last(
      Map<GroupKey, Long> sizes,
      Map<GroupKey, Long> finished,
      List<LastReportedStatus.ListedIssue> listed,
      Random random) {
    Optional<Outcome> outcome =
        Optional.of(random.nextBoolean() ? Outcome.SUCCEEDED : Outcome.FAILED)
            .filter(any -> random.nextBoolean());
    return new LastReportedStatus(
        AT,
        outcome,
        outcome.map(any -> AT),
        outcome.isEmpty(),
        Optional.of(sizes).filter(any -> random.nextInt(4) > 0),
        finished,
        Map.of(),
        List.of(),
        false,
        listed);
  }
}
