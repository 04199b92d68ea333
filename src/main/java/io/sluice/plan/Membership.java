package io.sluice.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Settles who is a member and in which group, while one step lasts (rollout-strategy 3.7).
 *
 * <p>A started cluster stays in the group in which it was started; all others follow the snapshot.
 * One that no placement selects any more counts as before until its replica is gone. Without a
 * coherent snapshot everything stays as it was.
 */
final class Membership {
  private final Ledger ledger;
  private final Set<String> leaving;
  private final Set<String> ignored;
  private final Grouping groups;
  private List<Waiting> waiting;

  Membership(AttemptState state, FleetView fleet, Ledger ledger) {
    this.ledger = ledger;
    this.ignored = Set.copyOf(fleet.ignored());
    this.leaving = new HashSet<>(fleet.leaving());
    this.waiting = state.waiting();
    if (fleet.incoherent().isEmpty()) {
      follow(fleet);
    }
    this.groups = new Grouping(ledger.places().groups(), ledger.entries(), waiting);
  }

  private void follow(FleetView fleet) {
    RollCall call = new RollCall(fleet, ledger, waiting);
    leaving.removeIf(call::selected);
    call.dismiss(leaving);
    waiting = call.follow(leaving);
  }

  /** The groups that have members. */
  Grouping groups() {
    return groups;
  }

  /** The members that are not started, by name. */
  List<Waiting> waiting() {
    return waiting;
  }

  /** Enters what the hub said to giving clusters what they run until their turn. */
  void enter(List<Ack> acks) {
    if (acks.isEmpty()) {
      return;
    }
    List<Waiting> next = new ArrayList<>(waiting);
    for (Ack ack : acks) {
      int found = ByName.find(next, ack.cluster());
      if (ack.to() == Ack.Asked.PROVIDE && found >= 0) {
        next.set(found, answered(next.get(found), ack));
      }
    }
    waiting = next;
  }

  private static Waiting answered(Waiting entry, Ack ack) {
    return ack.refusal().map(why -> entry.refused(ack.at(), why)).orElseGet(entry::given);
  }

  /**
   * Starts some of those who waited.
   *
   * @param turn by name
   */
  void start(List<Waiting> turn) {
    ledger.start(turn);
    List<Waiting> rest = new ArrayList<>(waiting.size());
    int next = 0;
    for (Waiting entry : waiting) {
      if (next < turn.size() && entry == turn.get(next)) {
        next++;
      } else {
        rest.add(entry);
      }
    }
    waiting = rest;
  }

  boolean isEmpty() {
    return groups.order().isEmpty();
  }

  boolean leaving(String cluster) {
    return leaving.contains(cluster);
  }

  boolean ignored(String cluster) {
    return ignored.contains(cluster);
  }
}
