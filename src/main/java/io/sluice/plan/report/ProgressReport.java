package io.sluice.plan.report;

import io.sluice.fleet.GroupKey;
import io.sluice.hold.HoldKind;
import io.sluice.plan.tracking.Approvals;
import io.sluice.plan.tracking.Membership;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Counts;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.schedule.ScheduleState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Derives the progress of an attempt from its state (rollout-strategy 1.3, 1.4 and 5). */
public final class ProgressReport {
  private static final int MAX_ISSUES = 100;

  private final StepContext context;
  private final AttemptState state;
  private final HubSnapshot hub;
  private final Membership members;
  private final Approvals approvals;

  public ProgressReport(StepContext context) {
    this.context = context;
    this.state = context.state();
    this.hub = context.hub();
    this.members = context.members();
    this.approvals = context.approvals();
  }

  /**
   * Returns the progress.
   *
   * @param wakeAt the next instant at which time alone can change something
   */
  public Progress of(Optional<Instant> wakeAt) {
    FleetCounter counter = new FleetCounter(context);
    List<Progress.Group> groups = groups(counter);
    Counts fleet = groups.stream().map(Progress.Group::counts).reduce(Counts.ZERO, Counts::plus);
    Phase phase = phase(fleet, counter);
    ClusterIssues issues = new ClusterIssues(context);
    return new Progress(
        rolloutStatus(),
        phase,
        state.outcome(),
        new WaitMessage(context).of(phase),
        state.startedAt(),
        state.endedAt(),
        wakeAt,
        groups,
        fleet,
        counter.confirmed(),
        counter.weak(),
        issues.first(MAX_ISSUES),
        Math.max(0, issues.number() - MAX_ISSUES),
        approvals.reported(members.groups().order()),
        state.requests().paused(),
        state.requests().recent(),
        EndMessage.of(state, hub),
        refused(phase),
        hub.kept().map(kept -> kept.held(fleet.toApply() - early(), fleet.clusters())),
        noCluster(phase),
        schedule(),
        context.checks().views().stream().limit(Progress.MOST_CHECKS).toList());
  }

  private Optional<ScheduleState> schedule() {
    String attempt = state.spec().rolloutUid();
    return hub.schedule()
        .filter(times -> state.outcome().isEmpty())
        .map(
            times ->
                new ScheduleState(
                    times.isIgnored(attempt)
                        || members.waiting().stream()
                            .allMatch(entry -> times.open(entry.cluster(), context.now())),
                    times.nextChange(context.now()),
                    times.tzdb(),
                    times.ignored().filter(ignored -> times.isIgnored(attempt))));
  }

  private boolean noCluster(Phase phase) {
    return phase == Phase.PENDING && !refused(phase) && hub.fleet().conclusive();
  }

  /** Those that the gate has not held. */
  private long early() {
    return members.waiting().stream().filter(PendingCluster::early).count();
  }

  /** A halted rollout would wait with valid settings, too; a pause hides no refusal. */
  private boolean refused(Phase phase) {
    return hub.refusal().isPresent() && (phase == Phase.PENDING || phase == Phase.PAUSED);
  }

  private List<Progress.Group> groups(FleetCounter counter) {
    List<GroupKey> order = members.groups().order();
    Map<GroupKey, List<PendingCluster>> waiting = members.groups().sorted(members.waiting());
    boolean informed = state.spec().informsPending() && state.outcome().isEmpty();
    List<Progress.Group> groups = new ArrayList<>(order.size());
    for (int rank = 0; rank < order.size(); rank++) {
      GroupKey key = order.get(rank);
      groups.add(
          new Progress.Group(
              key,
              approvals.approved(key),
              state.spec().strategy().tolerance(key, members.groups().size(rank)),
              counter.counts(rank),
              Optional.ofNullable(waiting.get(key))
                  .filter(unstarted -> informed)
                  .map(Progress.InformCounts::of),
              Optional.ofNullable(waiting.get(key))
                  .filter(unstarted -> state.outcome().isEmpty() && !context.rules().before(2))
                  .map(unstarted -> context.holds().of(key, unstarted))
                  .orElse(List.of())));
    }
    return groups;
  }

  private Phase phase(Counts fleet, FleetCounter counter) {
    if (done(fleet)) {
      return Phase.DONE;
    }
    if (state.breach().isPresent()) {
      return Phase.HALTED;
    }
    if (hub.intent().paused() || state.requests().paused()) {
      return Phase.PAUSED;
    }
    boolean inFlight = counter.progressing() || counter.soaking();
    boolean incoherent = hub.fleet().incoherent().isPresent();
    if (hub.refusal().isPresent() || members.isEmpty() || incoherent && !inFlight) {
      return Phase.PENDING;
    }
    if (inFlight) {
      return counter.progressing() ? Phase.PROGRESSING : Phase.SOAKING;
    }
    return onlyApprovalsHold() ? Phase.WAITING_FOR_APPROVAL : Phase.PROGRESSING;
  }

  private boolean done(Counts fleet) {
    boolean allFinal = fleet.progressing() + fleet.soaking() + fleet.toApply() == 0;
    return state.outcome().filter(end -> end.leavesClustersBehind() || allFinal).isPresent();
  }

  private boolean onlyApprovalsHold() {
    Map<GroupKey, List<PendingCluster>> unstarted = members.groups().sorted(members.waiting());
    return unstarted.keySet().stream().anyMatch(group -> !approvals.approved(group))
        && unstarted.entrySet().stream()
            .allMatch(group -> !approvals.approved(group.getKey()) || comesLater(group));
  }

  /** One that is approved comes after one that rules hold, where groups follow each other. */
  private boolean comesLater(Map.Entry<GroupKey, List<PendingCluster>> group) {
    return context.holds().of(group.getKey(), group.getValue()).stream()
        .findFirst()
        .filter(hold -> hold.kind() == HoldKind.ORDER)
        .isPresent();
  }

  private Optional<String> rolloutStatus() {
    boolean shown = hub.root().filter(root -> root.staged() && !root.disabled()).isPresent();
    boolean newest =
        hub.root()
            .filter(root -> root.version().generation() != state.spec().version().generation())
            .isEmpty();
    return new OverallStatus(
            shown && !members.isEmpty(),
            newest || hub.refusal().isEmpty(),
            hub.refusal().isPresent(),
            state.outcome(),
            state.spec().mode(),
            state.spec().allAtOnce(),
            state.begun())
        .label();
  }
}
