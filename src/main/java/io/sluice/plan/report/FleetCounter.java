package io.sluice.plan.report;

import io.sluice.plan.tracking.Membership;
import io.sluice.plan.tracking.SlotRule;
import io.sluice.plan.tracking.StepContext;
import io.sluice.rollout.ClusterFlag;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Member;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Stage;
import java.util.List;
import java.util.stream.Stream;

/** Goes once through all clusters and gathers the numbers that people are told. */
final class FleetCounter {
  private final Membership members;
  private final SlotRule slots;
  private final List<CountsBuilder> tallies;
  private long confirmed;
  private long weak;
  private boolean soaking;
  private boolean progressing;

  FleetCounter(StepContext sight) {
    this.members = sight.members();
    this.slots = sight.slots();
    this.tallies =
        Stream.generate(CountsBuilder::new).limit(members.groups().order().size()).toList();
    sight.tracker().entries().forEach(this::enter);
    members.waiting().forEach(this::enter);
  }

  private void enter(PendingCluster entry) {
    if (members.ignored(entry.cluster())) {
      tallyOf(entry).ignore();
    } else {
      tallyOf(entry).await();
    }
  }

  private void enter(ClusterState entry) {
    if (members.ignored(entry.cluster())) {
      tallyOf(entry).ignore();
    } else {
      tallyOf(entry).start(entry.stage());
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

  private CountsBuilder tallyOf(Member member) {
    return tallies.get(members.groups().rankOf(member));
  }

  /** The numbers of one group. */
  Counts counts(int rank) {
    return tallies.get(rank).counts();
  }

  /** Successes on evidence of this version. */
  long confirmed() {
    return confirmed;
  }

  /** Successes on weak evidence. */
  long weak() {
    return weak;
  }

  /** Whether somebody in flight soaks. */
  boolean soaking() {
    return soaking;
  }

  /** Whether somebody in flight has no success yet. */
  boolean progressing() {
    return progressing;
  }
}
