package io.sluice.status;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Progress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds in a status the groups of a later snapshot, and updates their counts: these follow the
 * group, not its number (rollout-strategy 3.7).
 *
 * <p>When a group is emptied, all later ones move up. A status does not list members, so within
 * placement and name those are taken for each other that differ least, in their order: in size, and
 * in how many clusters are listed as failed, joined after the end, or were never reached. One that
 * is left over was emptied, or is new.
 */
final class EndedGroups {
  private final EndedAttemptStatus.Reported reported;
  private final Map<String, EndedCluster> clusters;
  private final Map<String, String> failures;
  private final Map<GroupKey, Progress.Group> found = new HashMap<>();

  /**
   * Returns the groups with their present counts, in rollout order.
   *
   * @param snapshot the present groups
   * @param clusters those that have something, by name
   */
  static List<Progress.Group> now(
      EndedAttemptStatus.Reported reported,
      List<DecisionGroup> snapshot,
      Map<String, EndedCluster> clusters) {
    List<DecisionGroup> present =
        snapshot.stream()
            .filter(group -> !group.clusters().isEmpty())
            .sorted(Comparator.comparing(DecisionGroup::key))
            .toList();
    EndedGroups groups = new EndedGroups(reported, present, clusters);
    return present.stream().map(groups::now).toList();
  }

  private EndedGroups(
      EndedAttemptStatus.Reported reported,
      List<DecisionGroup> snapshot,
      Map<String, EndedCluster> clusters) {
    this.reported = reported;
    this.clusters = clusters;
    this.failures =
        reported.exceptions().stream()
            .filter(listed -> !listed.ignored())
            .collect(
                Collectors.toMap(ClusterIssue::cluster, ClusterIssue::status, (one, other) -> one));
    for (Place place :
        snapshot.stream().map(DecisionGroup::key).map(Place::of).collect(Collectors.toSet())) {
      match(
          reported.groups().stream().filter(group -> place.holds(group.key())).toList(),
          snapshot.stream().filter(group -> place.holds(group.key())).toList());
    }
  }

  private record Place(String placement, String name) {
    static Place of(GroupKey key) {
      return new Place(key.placement(), key.name());
    }

    boolean holds(GroupKey key) {
      return equals(of(key));
    }
  }

  private Progress.Group now(DecisionGroup group) {
    Progress.Group last =
        Optional.ofNullable(found.get(group.key()))
            .orElse(new Progress.Group(group.key(), false, 0, Counts.ZERO));
    Counts counts = EndedGroupCounts.settled(last.counts(), counts(group), allListed());
    return new Progress.Group(group.key(), last.approved(), last.failuresTolerated(), counts);
  }

  /** Whether the status lists every failure: then those of a group are known by name. */
  private boolean allListed() {
    long failed =
        reported.groups().stream()
            .map(Progress.Group::counts)
            .mapToLong(counts -> counts.failed() + counts.timeOut())
            .sum();
    return failures.values().stream().filter(ClusterStatus::failure).count() == failed;
  }

  /** Finds the pairs, in order on both sides, that leave the least difference. */
  private void match(List<Progress.Group> before, List<DecisionGroup> now) {
    List<Counts> seen = now.stream().map(this::counts).toList();
    long[][] least = new long[before.size() + 1][now.size() + 1];
    for (int i = before.size(); i >= 0; i--) {
      for (int j = now.size(); j >= 0; j--) {
        least[i][j] = least(least, before, seen, i, j);
      }
    }
    int i = 0;
    int j = 0;
    while (i < before.size() && j < now.size()) {
      Counts counts = before.get(i).counts();
      if (least[i][j] == least[i + 1][j + 1] + difference(counts, seen.get(j))) {
        found.put(now.get(j++).key(), before.get(i++));
      } else if (least[i][j] == least[i + 1][j] + counts.clusters()) {
        i++;
      } else {
        j++;
      }
    }
  }

  private static long least(
      long[][] least, List<Progress.Group> before, List<Counts> seen, int i, int j) {
    if (i == before.size() && j == seen.size()) {
      return 0;
    }
    List<Long> ways = new ArrayList<>();
    if (i < before.size()) {
      ways.add(least[i + 1][j] + before.get(i).counts().clusters());
    }
    if (j < seen.size()) {
      ways.add(least[i][j + 1] + seen.get(j).clusters());
    }
    if (i < before.size() && j < seen.size()) {
      ways.add(least[i + 1][j + 1] + difference(before.get(i).counts(), seen.get(j)));
    }
    return ways.stream().mapToLong(Long::longValue).min().orElseThrow();
  }

  private static long difference(Counts before, Counts seen) {
    return Math.abs(before.clusters() - seen.clusters())
        + Math.abs(before.failed() - seen.failed())
        + Math.abs(before.timeOut() - seen.timeOut())
        + Math.abs(before.newCluster() - seen.newCluster())
        + Math.abs(before.toApply() - seen.toApply());
  }

  /**
   * Counts what the hub shows of a group; a cluster that was retried may have a former dispatch.
   */
  private Counts counts(DecisionGroup group) {
    Set<String> members = Set.copyOf(group.clusters());
    long failed = count(members, cluster -> is(cluster, ClusterStatus.FAILED));
    long timeOut = count(members, cluster -> is(cluster, ClusterStatus.TIME_OUT));
    long joined = count(members, cluster -> EndedAttemptStatus.newcomer(reported, found(cluster)));
    long waiting = count(members, cluster -> !failures.containsKey(cluster) && !reached(cluster));
    return new Counts(members.size(), waiting, 0, 0, 0, failed, timeOut, joined, 0);
  }

  private boolean reached(String cluster) {
    return found(cluster)
        .flatMap(EndedCluster::dispatch)
        .filter(dispatch -> dispatch.rolloutUid().equals(reported.rolloutUid()))
        .isPresent();
  }

  private boolean is(String cluster, ClusterStatus status) {
    return status.label().equals(failures.get(cluster));
  }

  private Optional<EndedCluster> found(String cluster) {
    return Optional.ofNullable(clusters.get(cluster));
  }

  private static long count(Set<String> members, Predicate<String> which) {
    return members.stream().filter(which).count();
  }
}
