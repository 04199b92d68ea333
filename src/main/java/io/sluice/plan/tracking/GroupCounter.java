package io.sluice.plan.tracking;

import io.sluice.fleet.GroupKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Counts the clusters of each group by how far they have come (rollout-strategy F5).
 *
 * <p>It takes classes, not clusters: a step classifies by {@link SlotRule}, the conformance cases
 * by OCM's status, and both count here.
 */
public final class GroupCounter {
  private final List<GroupKey> order;
  private final int[][] numbers;

  /**
   * Begins at zero.
   *
   * @param order every group once, in rollout order; the position of a group is its rank
   */
  public GroupCounter(List<GroupKey> order) {
    this.order = order;
    this.numbers = new int[order.size()][ClusterClass.values().length];
  }

  /** Counts the members of an attempt in one pass, with those that its state leaves out. */
  public static GroupCounter of(
      ClusterTracker tracker, Membership members, SlotRule slots, OmittedMembers omitted) {
    MembersByGroup groups = members.groups();
    GroupCounter counter = new GroupCounter(groups.order());
    members
        .waiting()
        .forEach(entry -> counter.count(groups.rankOf(entry), ClusterClass.NOT_STARTED));
    tracker.entries().forEach(entry -> counter.count(groups.rankOf(entry), slots.classOf(entry)));
    counter.add(omitted);
    return counter;
  }

  public void count(int rank, ClusterClass cluster) {
    numbers[rank][cluster.ordinal()]++;
  }

  private void add(OmittedMembers omitted) {
    omitted
        .group()
        .map(order::indexOf)
        .ifPresent(
            rank -> {
              numbers[rank][ClusterClass.FINISHED.ordinal()] += omitted.finished();
              numbers[rank][ClusterClass.NOT_STARTED.ordinal()] += omitted.notStarted();
            });
  }

  /**
   * Returns the counts of every group, in rollout order.
   *
   * @param approver who approved a group; absent: it is not approved
   */
  public List<GroupCounts> counts(Function<GroupKey, Optional<String>> approver) {
    List<GroupCounts> counts = new ArrayList<>(order.size());
    for (int rank = 0; rank < order.size(); rank++) {
      counts.add(counts(rank, approver.apply(order.get(rank))));
    }
    return counts;
  }

  private GroupCounts counts(int rank, Optional<String> approver) {
    int running = number(rank, ClusterClass.IN_FLIGHT);
    int failing = number(rank, ClusterClass.FAILED_IN_FLIGHT);
    return new GroupCounts(
        order.get(rank),
        approver,
        Arrays.stream(numbers[rank]).sum(),
        number(rank, ClusterClass.NOT_STARTED),
        running + failing,
        running,
        failing + number(rank, ClusterClass.FAILED));
  }

  private int number(int rank, ClusterClass cluster) {
    return numbers[rank][cluster.ordinal()];
  }
}
