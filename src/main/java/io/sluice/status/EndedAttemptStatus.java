package io.sluice.status;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ClusterStatus;
import io.sluice.fleet.DecisionGroup;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Replica;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.ClusterIssue.IssueReason;
import io.sluice.rollout.Counts;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.Progress;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Carries on what is told of an ended attempt: who joined, who left, who recovered late
 * (rollout-strategy 3.7 and 3.4). {@link EndedGroupCounts} counts.
 *
 * @param groups in rollout order, with their numbers as they are now
 * @param exceptions by cluster
 */
public record EndedAttemptStatus(List<Progress.Group> groups, List<ClusterIssue> exceptions) {
  private static final Counts NOBODY = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0);

  public EndedAttemptStatus {
    groups = List.copyOf(groups);
    exceptions = List.copyOf(exceptions);
  }

  /**
   * What the Rollout says of the ended attempt.
   *
   * @param endedAt when its outcome was set
   */
  public record Told(
      String rolloutUid,
      Instant endedAt,
      List<Progress.Group> groups,
      List<ClusterIssue> exceptions) {
    public Told {
      requireNonNull(rolloutUid, "rolloutUID is null");
      requireNonNull(endedAt, "endedAt is null");
      groups = List.copyOf(groups);
      exceptions = List.copyOf(exceptions);
    }
  }

  /**
   * Looks at the hub again.
   *
   * @param fleet a coherent snapshot
   * @param complies whether a replica proves that its cluster complies with the attempt's version
   */
  public static EndedAttemptStatus of(
      Told told,
      FleetView fleet,
      Collection<Replica> replicas,
      Predicate<Replica> complies,
      Instant now) {
    Map<String, Replica> byCluster =
        replicas.stream()
            .collect(Collectors.toMap(Replica::cluster, Function.identity(), (one, other) -> one));
    Set<String> selected =
        fleet.groups().stream()
            .flatMap(group -> group.clusters().stream())
            .collect(Collectors.toSet());
    List<ClusterIssue> exceptions =
        told.exceptions().stream()
            .filter(listed -> selected.contains(listed.cluster()))
            .map(listed -> failed(listed) ? now(listed, byCluster, complies, now) : listed)
            .toList();
    long newcomers =
        selected.stream()
            .filter(cluster -> newcomer(told, Optional.ofNullable(byCluster.get(cluster))))
            .count();
    boolean nobodyCameOrWent =
        exceptions.size() == told.exceptions().size()
            && selected.size() == sum(told.groups()).clusters()
            && newcomers == sum(told.groups()).newCluster();
    // Clusters that only changed their group stay where they were counted.
    List<Progress.Group> groups =
        nobodyCameOrWent
            ? told.groups()
            : fleet.groups().stream()
                .filter(group -> !group.clusters().isEmpty())
                .sorted((one, other) -> one.key().compareTo(other.key()))
                .map(group -> now(told, group, byCluster, selected))
                .toList();
    return new EndedAttemptStatus(groups, exceptions);
  }

  private static Counts sum(List<Progress.Group> groups) {
    return groups.stream().map(Progress.Group::counts).reduce(NOBODY, EndedGroupCounts::plus);
  }

  /** The sum of all groups. */
  public Counts counts() {
    return sum(groups);
  }

  private static Progress.Group now(
      Told told, DecisionGroup group, Map<String, Replica> byCluster, Set<String> selected) {
    Progress.Group last =
        told.groups().stream()
            .filter(old -> old.key().equals(group.key()))
            .findFirst()
            .orElse(new Progress.Group(group.key(), false, 0, NOBODY));
    long newcomers =
        group.clusters().stream()
            .filter(cluster -> newcomer(told, Optional.ofNullable(byCluster.get(cluster))))
            .count();
    Counts counts =
        EndedGroupCounts.settled(
            last.counts(),
            group.clusters().size(),
            newcomers,
            gone(told, last, ClusterStatus.FAILED, selected),
            gone(told, last, ClusterStatus.TIME_OUT, selected));
    return new Progress.Group(last.key(), last.approved(), last.failuresTolerated(), counts);
  }

  /** K: given a version directly, after the end; one that joined before waits for its turn. */
  private static boolean newcomer(Told told, Optional<Replica> replica) {
    return replica
        .flatMap(Replica::dispatch)
        .filter(dispatch -> dispatch.as() == Dispatch.As.NEWCOMER)
        .filter(dispatch -> dispatch.rolloutUid().equals(told.rolloutUid()))
        .filter(dispatch -> !dispatch.at().isBefore(told.endedAt()))
        .isPresent();
  }

  private static long gone(
      Told told, Progress.Group group, ClusterStatus status, Set<String> selected) {
    return told.exceptions().stream()
        .filter(listed -> listed.groupName().equals(group.key().name()))
        .filter(listed -> listed.status().equals(status.label()) && !listed.ignored())
        .filter(listed -> !selected.contains(listed.cluster()))
        .count();
  }

  private static boolean failed(ClusterIssue listed) {
    return listed.reason() == IssueReason.FAILED || listed.reason() == IssueReason.TIME_OUT;
  }

  private static ClusterIssue now(
      ClusterIssue listed,
      Map<String, Replica> byCluster,
      Predicate<Replica> complies,
      Instant now) {
    return Optional.ofNullable(byCluster.get(listed.cluster()))
        .filter(complies)
        .map(
            replica ->
                new ClusterIssue(
                    listed.cluster(),
                    listed.groupName(),
                    listed.status(),
                    IssueReason.RECOVERED_LATE,
                    now,
                    "Compliant, but after its deadline.",
                    listed.ignored()))
        .orElse(listed);
  }
}
