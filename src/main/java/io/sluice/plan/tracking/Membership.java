package io.sluice.plan.tracking;

import io.sluice.rollout.Ack;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.PendingCluster;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides which clusters are members, and in which group, while one step lasts (rollout-strategy
 * 3.7).
 *
 * <p>A started cluster stays in the group in which it was started; all others follow the snapshot.
 * One that no placement selects any more counts as before until its replica is gone. Without a
 * coherent snapshot everything stays as it was.
 */
public final class Membership {
  private final ClusterTracker tracker;
  private final Set<String> leaving;
  private final Set<String> ignored;
  private final MembersByGroup groups;
  private List<PendingCluster> waiting;

  public Membership(AttemptState state, FleetView fleet, ClusterTracker tracker) {
    this.tracker = tracker;
    this.ignored = Set.copyOf(fleet.ignored());
    this.leaving = new HashSet<>(fleet.leaving());
    this.waiting = state.waiting();
    if (fleet.incoherent().isEmpty()) {
      follow(fleet);
    }
    this.groups = new MembersByGroup(tracker.groupIndex().groups(), tracker.entries(), waiting);
  }

  private void follow(FleetView fleet) {
    SnapshotDiff diff = new SnapshotDiff(fleet, tracker, waiting);
    leaving.removeIf(diff::selects);
    diff.dropUnselected(leaving);
    waiting = diff.pending(leaving);
  }

  /** The groups that have members. */
  public MembersByGroup groups() {
    return groups;
  }

  /** The members that are not started, by name. */
  public List<PendingCluster> waiting() {
    return waiting;
  }

  /** Records the hub's answers to writes of what clusters run until their turn. */
  public void enter(List<Ack> acks) {
    if (acks.isEmpty()) {
      return;
    }
    List<PendingCluster> next = new ArrayList<>(waiting);
    for (Ack ack : acks) {
      int found = SortedMembers.find(next, ack.cluster());
      if (ack.to() == Ack.RequestedWrite.PROVIDE && found >= 0) {
        next.set(found, answered(next.get(found), ack));
      }
    }
    waiting = next;
  }

  private static PendingCluster answered(PendingCluster entry, Ack ack) {
    return ack.refusal().map(why -> entry.refused(ack.at(), why)).orElseGet(entry::asProvided);
  }

  /**
   * Starts some of the waiting clusters.
   *
   * @param turn by name
   */
  public void start(List<PendingCluster> turn) {
    tracker.start(turn);
    List<PendingCluster> rest = new ArrayList<>(waiting.size());
    int next = 0;
    for (PendingCluster entry : waiting) {
      if (next < turn.size() && entry == turn.get(next)) {
        next++;
      } else {
        rest.add(entry);
      }
    }
    waiting = rest;
  }

  public boolean isEmpty() {
    return groups.order().isEmpty();
  }

  public boolean leaving(String cluster) {
    return leaving.contains(cluster);
  }

  public boolean ignored(String cluster) {
    return ignored.contains(cluster);
  }
}
