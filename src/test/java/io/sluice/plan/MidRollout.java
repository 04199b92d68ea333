package io.sluice.plan;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.Verdict;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Report;
import io.sluice.rollout.RequestState;
import io.sluice.rollout.Stage;
import io.sluice.rollout.strategy.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Stands in the middle of a rollout over groups of 100: half the groups are finished, with one
 * tolerated failure each; of the next two, 150 clusters are in flight and 50 soak; all others wait.
 *
 * <p>Equal for equal arguments. The hub acknowledges a group within five seconds and its clusters
 * report within a minute, so that hardly two instants are the same.
 */
public final class MidRollout {
  static final int GROUP = 100;
  private static final long MINUTE = 60_000;

  private final Random random = new Random(10);
  private final AttemptSpec spec;
  private final int finished;
  private final List<DecisionGroup> groups = new ArrayList<>();
  private final List<ClusterState> started = new ArrayList<>();
  private final List<PendingCluster> waiting = new ArrayList<>();

  public MidRollout(Strategy strategy, int clusters) {
    this(strategy, clusters, clusters / GROUP / 2);
  }

  /** The same, at another point. */
  public MidRollout(Strategy strategy, int clusters, int finished) {
    spec = PlannerFixture.spec(strategy);
    this.finished = finished;
    for (int number = 0; number < clusters / GROUP; number++) {
      groups.add(group(number));
    }
  }

  private DecisionGroup group(int number) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < GROUP; i++) {
      String name = "cluster-%05d".formatted(number * GROUP + i);
      names.add(name);
      if (number < finished + 2) {
        started.add(entry(name, number, i));
      } else {
        waiting.add(PendingCluster.of(name, number));
      }
    }
    return new DecisionGroup(
        new GroupKey("fleet", "group-%03d".formatted(number), number), List.copyOf(names));
  }

  private ClusterState entry(String name, int number, int place) {
    long turn =
        PlannerFixture.START.plusMillis(2 * MINUTE * Math.min(number, finished)).toEpochMilli();
    long dispatched = turn + random.nextInt(5_000);
    long reported = dispatched + random.nextInt((int) MINUTE);
    if (number < finished) {
      boolean late = place == GROUP / 2;
      Stage stage = late ? Stage.TIMED_OUT : Stage.SUCCEEDED;
      long end = late ? dispatched + 10 * MINUTE : reported + PlannerFixture.FLOOR.toMillis();
      return new ClusterState(name, number, stage, dispatched, end, 0, 0, 0, "");
    }
    return place < 3 * GROUP / 4
        ? new ClusterState(name, number, Stage.DISPATCHED, dispatched, dispatched, 0, 0, 0, "")
        : new ClusterState(name, number, Stage.SOAKING, dispatched, reported, 0, 0, 0, "");
  }

  /** A minute after the turn of the two groups under way: some of their soaks are over. */
  public Instant now() {
    return PlannerFixture.START.plusMillis(2 * MINUTE * finished + MINUTE);
  }

  public AttemptState state() {
    return new AttemptState(
        spec,
        PlannerFixture.START,
        groups.stream().map(DecisionGroup::key).toList(),
        started,
        waiting,
        true,
        true,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        RequestState.NONE);
  }

  /** The hub as it is, with new verdicts on clusters in flight: one of ten is bad. */
  public Observation verdicts(int number) {
    List<Report> reports =
        started.stream()
            .filter(entry -> entry.stage() == Stage.DISPATCHED)
            .limit(number)
            .map(entry -> report(entry.cluster()))
            .toList();
    return new Observation(view(), List.of(), List.of(), reports);
  }

  private Report report(String cluster) {
    return new Report(
        cluster,
        PlannerFixture.NUMBER,
        PlannerFixture.VERSION.contentHash(),
        cluster.endsWith("7") ? Verdict.NEGATIVE : Verdict.POSITIVE,
        false,
        false,
        now().minusMillis(random.nextInt(1_000)).toEpochMilli());
  }

  private HubSnapshot view() {
    return PlannerFixture.hub(FleetView.of(groups));
  }
}
