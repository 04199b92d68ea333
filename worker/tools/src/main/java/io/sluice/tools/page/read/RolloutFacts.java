package io.sluice.tools.page.read;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import io.sluice.schedule.ScheduleTimes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what the hub has of a rollout beside its Rollout object.
 *
 * @param strategy the type of the strategy; empty where it is not known
 * @param members the clusters of each group; empty where they could not be read
 * @param rows what is reported of each cluster
 * @param starts the clusters that were started, where that is recorded apart from their content
 * @param progressDeadline that of the attempt; empty where it has none, or is not known
 * @param schedule when clusters may start; empty where nothing restricts it, or it is not known
 */
record RolloutFacts(
    Optional<String> strategy,
    Map<GroupKey, List<String>> members,
    Map<String, ClusterCells.Row> rows,
    Map<String, ClusterStart> starts,
    Optional<Duration> progressDeadline,
    Optional<ScheduleTimes> schedule) {
  static final RolloutFacts NONE =
      new RolloutFacts(
          Optional.empty(), Map.of(), Map.of(), Map.of(), Optional.empty(), Optional.empty());

  RolloutFacts {
    requireNonNull(strategy, "strategy is null");
    requireNonNull(members, "members is null");
    requireNonNull(rows, "rows is null");
    requireNonNull(starts, "starts is null");
    requireNonNull(progressDeadline, "progressDeadline is null");
    requireNonNull(schedule, "schedule is null");
  }
}
