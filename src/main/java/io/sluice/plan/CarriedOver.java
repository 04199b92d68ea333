package io.sluice.plan;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.LastTold.Listed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Begins a small rollout: everybody but the newcomers is final already, as the attempt before left
 * them (rollout-strategy 6.3); its approvals by message are inherited (A5).
 */
public final class CarriedOver {
  private CarriedOver() {}

  /**
   * The state in which the small rollout begins.
   *
   * @param spec of the new attempt
   * @param told what the Rollout says of the attempt before
   * @param newcomers the clusters that took no part in it
   */
  public static AttemptState of(
      AttemptSpec spec,
      LastTold told,
      List<DecisionGroup> fleet,
      Set<String> newcomers,
      Instant now) {
    Map<String, Listed> listed =
        told.exceptions().stream()
            .collect(Collectors.toMap(Listed::cluster, entry -> entry, (one, other) -> one));
    Set<String> taken = new HashSet<>(newcomers);
    List<GroupKey> groups = new ArrayList<>();
    List<ClusterState> clusters = new ArrayList<>();
    for (DecisionGroup group :
        fleet.stream().sorted(Comparator.comparing(DecisionGroup::key)).toList()) {
      List<String> finished = group.clusters().stream().filter(taken::add).toList();
      if (!finished.isEmpty()) {
        groups.add(group.key());
        int place = groups.size() - 1;
        Instant end = told.endedAt().orElse(now);
        finished.forEach(
            cluster ->
                clusters.add(ended(cluster, place, Optional.ofNullable(listed.get(cluster)), end)));
      }
    }
    clusters.sort(Comparator.comparing(ClusterState::cluster, ByteOrder.NAMES));
    return new AttemptState(
        spec,
        now,
        groups,
        clusters,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        told.approvals());
  }

  private static ClusterState ended(
      String cluster, int group, Optional<Listed> listed, Instant end) {
    Instant since = listed.map(Listed::since).orElse(end);
    ClusterState entry =
        ClusterState.started(cluster, group, since)
            .acknowledged(since, 0)
            .to(stage(listed.map(Listed::status).orElse("")), since);
    return listed.filter(CarriedOver::turned).isPresent() ? entry.contradicted() : entry;
  }

  private static Stage stage(String status) {
    if (status.equals(ClusterStatus.FAILED.word())) {
      return Stage.FAILED;
    }
    return status.equals(ClusterStatus.TIME_OUT.word()) ? Stage.TIMED_OUT : Stage.SUCCEEDED;
  }

  private static boolean turned(Listed listed) {
    return listed.reason().equals(ClusterException.Reason.REGRESSED.word())
        || listed.reason().equals(ClusterException.Reason.RECOVERED_LATE.word());
  }
}
