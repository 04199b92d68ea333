package io.sluice.plan.report;

import io.sluice.plan.tracking.Membership;
import io.sluice.plan.tracking.SlotRule;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Member;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Stage;
import java.util.List;
import java.util.stream.Stream;

/** Counts the clusters of every group in one pass (rollout-strategy 5). */
final class FleetCounter {
  private final Membership members;
  private final SlotRule slots;
  private final List<GroupBuilder> counts;
  private long confirmed;
  private long weak;
  private boolean soaking;
  private boolean progressing;

  FleetCounter(StepContext context) {
    this.members = context.members();
    this.slots = context.slots();
    this.counts =
        Stream.generate(GroupBuilder::new).limit(members.groups().order().size()).toList();
    context.tracker().entries().forEach(this::enter);
    members.waiting().forEach(this::enter);
  }

  private void enter(PendingCluster entry) {
    if (members.ignored(entry.cluster())) {
      group(entry).addIgnored();
    } else {
      group(entry).addWaiting();
    }
  }

  private void enter(ClusterState entry) {
    if (members.ignored(entry.cluster())) {
      group(entry).addIgnored();
    } else {
      group(entry).addStarted(entry.stage());
      enterSuccess(entry);
    }
    if (slots.takes(entry)) {
      soaking |= entry.stage() == Stage.SOAKING;
      progressing |= entry.stage() != Stage.SOAKING;
    }
  }

  private void enterSuccess(ClusterState entry) {
    if (entry.stage() == Stage.SOAKING || entry.stage() == Stage.SUCCEEDED) {
      if (entry.is(ClusterFlag.WEAK)) {
        weak++;
      } else {
        confirmed++;
      }
    }
  }

  private GroupBuilder group(Member member) {
    return counts.get(members.groups().rankOf(member));
  }

  /** Returns the counts of the group with that rank. */
  Counts counts(int rank) {
    return counts.get(rank).build();
  }

  /** Returns the number of successes on evidence of this version. */
  long confirmed() {
    return confirmed;
  }

  /** Returns the number of successes on weak evidence. */
  long weak() {
    return weak;
  }

  /** Returns true if a cluster in flight soaks. */
  boolean soaking() {
    return soaking;
  }

  /** Returns true if a cluster in flight has no success yet. */
  boolean progressing() {
    return progressing;
  }

  /** Counts the clusters of one group. */
  private static final class GroupBuilder {
    private static final int STAGES = Stage.values().length;

    private final int[] started = new int[STAGES];
    private int waiting;
    private int ignored;

    void addStarted(Stage stage) {
      started[stage.ordinal()]++;
    }

    void addWaiting() {
      waiting++;
    }

    void addIgnored() {
      ignored++;
    }

    Counts build() {
      int progressing = of(Stage.STARTED) + of(Stage.DISPATCHED);
      int ended =
          of(Stage.SUCCEEDED) + of(Stage.FAILED) + of(Stage.TIMED_OUT) + of(Stage.NEW_CLUSTER);
      return new Counts(
          waiting + progressing + of(Stage.SOAKING) + ended + ignored,
          waiting,
          progressing,
          of(Stage.SOAKING),
          of(Stage.SUCCEEDED),
          of(Stage.FAILED),
          of(Stage.TIMED_OUT),
          of(Stage.NEW_CLUSTER),
          ignored);
    }

    private int of(Stage stage) {
      return started[stage.ordinal()];
    }
  }
}
