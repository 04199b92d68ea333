package io.sluice.plan.report;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.Approvals;
import io.sluice.plan.tracking.Membership;
import io.sluice.plan.tracking.StepContext;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Counts;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Puts into words and numbers where an attempt stands (rollout-strategy 1.3, 1.4 and 5). */
public final class ProgressReport {
  private static final int MOST_EXCEPTIONS = 100;

  private final StepContext sight;
  private final AttemptState state;
  private final HubSnapshot hub;
  private final Membership members;
  private final Approvals approvals;

  public ProgressReport(StepContext sight) {
    this.sight = sight;
    this.state = sight.state();
    this.hub = sight.hub();
    this.members = sight.members();
    this.approvals = sight.approvals();
  }

  public Progress of(Optional<Instant> wakeAt) {
    FleetCounter overview = new FleetCounter(sight);
    List<Progress.Group> groups = groups(overview);
    Counts fleet = groups.stream().map(Progress.Group::counts).reduce(Counts.ZERO, Counts::plus);
    Phase phase = phase(fleet, overview);
    ClusterIssues exceptions = new ClusterIssues(sight);
    return new Progress(
        rolloutStatus(),
        phase,
        state.outcome(),
        new WaitMessage(sight).sentence(phase),
        state.startedAt(),
        state.endedAt(),
        wakeAt,
        groups,
        fleet,
        overview.confirmed(),
        overview.weak(),
        exceptions.first(MOST_EXCEPTIONS),
        Math.max(0, exceptions.number() - MOST_EXCEPTIONS),
        approvals.reported(members.groups().order()),
        state.wishes().paused());
  }

  private List<Progress.Group> groups(FleetCounter overview) {
    List<GroupKey> order = members.groups().order();
    List<Progress.Group> groups = new ArrayList<>(order.size());
    for (int rank = 0; rank < order.size(); rank++) {
      GroupKey key = order.get(rank);
      groups.add(
          new Progress.Group(
              key,
              approvals.approved(key),
              state.spec().strategy().tolerance(key, members.groups().size(rank)),
              overview.counts(rank)));
    }
    return groups;
  }

  private Phase phase(Counts fleet, FleetCounter overview) {
    if (done(fleet)) {
      return Phase.DONE;
    }
    if (state.breach().isPresent()) {
      return Phase.HALTED;
    }
    if (hub.intent().paused() || state.wishes().paused()) {
      return Phase.PAUSED;
    }
    boolean inFlight = overview.progressing() || overview.soaking();
    boolean incoherent = hub.fleet().incoherent().isPresent();
    if (hub.refusal().isPresent() || members.isEmpty() || incoherent && !inFlight) {
      return Phase.PENDING;
    }
    if (inFlight) {
      return overview.progressing() ? Phase.PROGRESSING : Phase.SOAKING;
    }
    return onlyApprovalsHold() ? Phase.WAITING_FOR_APPROVAL : Phase.PROGRESSING;
  }

  private boolean done(Counts fleet) {
    boolean allFinal = fleet.progressing() + fleet.soaking() + fleet.toApply() == 0;
    return state.outcome().filter(end -> end.leavesClustersBehind() || allFinal).isPresent();
  }

  private boolean onlyApprovalsHold() {
    Set<GroupKey> unstarted = members.groups().sorted(members.waiting()).keySet();
    return !unstarted.isEmpty() && unstarted.stream().noneMatch(approvals::approved);
  }

  private Optional<String> rolloutStatus() {
    boolean told = hub.root().filter(root -> root.staged() && !root.disabled()).isPresent();
    boolean newest =
        hub.root()
            .filter(root -> root.version().generation() != state.spec().version().generation())
            .isEmpty();
    return new OverallStatus(
            told && !members.isEmpty(),
            newest || hub.refusal().isEmpty(),
            hub.refusal().isPresent(),
            state.outcome(),
            state.spec().mode(),
            state.spec().allAtOnce(),
            state.begun())
        .word();
  }
}
