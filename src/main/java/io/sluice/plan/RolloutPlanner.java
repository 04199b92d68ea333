package io.sluice.plan;

import io.sluice.check.DueCheck;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.check.CheckJudge;
import io.sluice.plan.check.CheckTracker;
import io.sluice.plan.hold.Holds;
import io.sluice.plan.report.ProgressReport;
import io.sluice.plan.report.StepContext;
import io.sluice.plan.tracking.Approvals;
import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.GroupCounter;
import io.sluice.plan.tracking.GroupCounts;
import io.sluice.plan.tracking.Membership;
import io.sluice.plan.tracking.OmittedMembers;
import io.sluice.plan.tracking.SlotRule;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Progress;
import io.sluice.rollout.RequestState;
import io.sluice.rollout.Rules;
import io.sluice.rollout.Step;
import io.sluice.rollout.Wakeup;
import io.sluice.rollout.Wording;
import io.sluice.schedule.ScheduleTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Plans one step of an attempt: from its state and what was observed to what is to be done.
 *
 * <p>A function: same rules, state, observation and instant, same step. It reads no clock. The
 * parts: {@link ClusterTracker} enters evidence and evaluates soaks and deadlines, {@link
 * Membership} decides in which group a cluster counts, {@link GroupCounter} counts how far each
 * group has come, {@link Approvals} decides which groups are approved, {@link StartPlanner} whose
 * turn it is, {@link Holds} which clusters start, {@link CheckTracker} what is asked, {@link
 * RetryPlanner} what is looked at and written again, {@link PendingContentPlanner} and {@link
 * RevertPlanner} what other clusters run, {@link OutcomeRules} and {@link ClosePlanner} how the
 * attempt ends, {@link ProgressReport} what is reported, {@link NextWakeup} when to look again.
 */
public final class RolloutPlanner {
  private final Rules rules;
  private final AttemptState former;
  private final AttemptSpec spec;
  private final Observation seen;
  private final HubSnapshot hub;
  private final Instant now;
  private final ClusterTracker tracker;
  private final Membership members;
  private final SlotRule slots;
  private final CheckTracker checks;
  private final RequestState requests;
  private final Approvals approvals;
  private final PendingContentPlanner pendingContent;
  private final RetryPlanner retries;
  private final OmittedMembers omitted;
  private final List<Action> actions = new ArrayList<>();
  private Optional<String> breach;
  private Optional<Outcome> outcome;
  private Optional<Instant> recheckAt = Optional.empty();
  private Holds holds = Holds.NONE;
  private Optional<Set<GroupKey>> turn = Optional.empty();

  private RolloutPlanner(
      Rules rules, AttemptState state, OmittedMembers omitted, Observation seen, Instant now) {
    this.rules = rules;
    this.former = state;
    this.omitted = omitted;
    this.spec = state.spec();
    this.seen = seen;
    this.hub = seen.hub();
    this.now = now;
    this.breach = state.breach();
    this.outcome = state.outcome();
    this.tracker = new ClusterTracker(rules, state, new ClusterTimers(spec, now));
    this.members = new Membership(state, hub, tracker);
    this.slots = new SlotRule(spec, tracker.timers(), members);
    this.checks = new CheckTracker(state, hub, tracker, members);
    this.requests =
        hub.claim() == HubSnapshot.ClaimState.HELD
            ? state.requests().after(hub.intent())
            : state.requests();
    this.approvals = Approvals.of(spec, requests.approvals(), hub, now);
    this.pendingContent = new PendingContentPlanner(state, hub.fleet(), members, now);
    this.retries = new RetryPlanner(spec, tracker, members);
  }

  /**
   * Plans the next step (rollout-strategy 3.2).
   *
   * @param rules the number of the rules that the run began under
   * @throws IllegalStateException if this build does not know these rules
   */
  public static Step step(int rules, AttemptState state, Observation seen, Instant now) {
    return step(rules, state, OmittedMembers.NONE, seen, now);
  }

  /**
   * Plans the next step of an attempt whose state leaves out members that the step cannot change,
   * as a forecast does; the report does not count them.
   */
  public static Step step(
      int rules, AttemptState state, OmittedMembers omitted, Observation seen, Instant now) {
    return new RolloutPlanner(
            new Rules(rules),
            RequestHandler.abortedInSpec(state, seen.hub(), now),
            omitted,
            seen,
            now)
        .step();
  }

  /**
   * Enters evidence and decides nothing: for a status where the run cannot be asked.
   *
   * @param state as {@code StateRecovery} found it
   */
  public static Step recovered(AttemptState state, Observation seen, Instant now) {
    RolloutPlanner planner =
        new RolloutPlanner(Rules.NEWEST, state, OmittedMembers.NONE, seen, now);
    planner.enterEvidence();
    return planner.report();
  }

  private Step step() {
    enterEvidence();
    if (addCloseIfOvertaken() || addLooksIfUnobserved()) {
      return report();
    }
    StartDecision decision = judge(count());
    tryUntried();
    start(decision);
    revert();
    retry();
    provide();
    ClosePlanner.ended(outcome, tracker, slots, busy()).ifPresent(actions::add);
    return report();
  }

  private void enterEvidence() {
    seen.acks().forEach(tracker::enter);
    tracker.enterNotTried(seen.notTried());
    members.enter(seen.acks());
    members.enter(seen.reports(), spec);
    tracker.enter(seen.reports(), members::ignored);
    seen.looks().forEach(tracker::enter);
    members.markAbsent();
    tracker.endSoaks();
    checks.enter(seen.answers());
  }

  private CheckJudge checkJudge() {
    return checks.judge(slots, now);
  }

  /** Adds the end where something other than clusters ends the attempt; returns whether it did. */
  private boolean addCloseIfOvertaken() {
    Optional<String> because = overtaken();
    because.ifPresent(why -> actions.add(ClosePlanner.overtaken(spec, hub, tracker, why)));
    return because.isPresent();
  }

  /** Decides whether something other than its clusters ends the attempt, and why. */
  private Optional<String> overtaken() {
    if (hub.claim() == HubSnapshot.ClaimState.LOST) {
      return Optional.of("the Rollout object names another attempt");
    }
    Optional<Outcome> end = OutcomeRules.overtaking(spec, hub);
    if (end.isPresent()) {
      outcome = outcome.or(() -> end);
      return Optional.of(OutcomeRules.whyOvertaken(spec, hub));
    }
    return former.aborted();
  }

  /** Adds looks at clusters to observe first, as after a hub outage; returns if there are any. */
  private boolean addLooksIfUnobserved() {
    // A skipped cluster takes no slot, and holds nothing up.
    List<ClusterState> unobserved =
        tracker.unobserved().stream()
            .filter(entry -> slots.takes(entry) && !members.suspends(entry))
            .toList();
    actions.addAll(retries.looks(unobserved, mayWrite()));
    return !unobserved.isEmpty();
  }

  /** Returns false once the attempt has an outcome (I8), or while settings are refused (I23). */
  private boolean mayWrite() {
    return outcome.isEmpty() && hub.refusal().isEmpty();
  }

  /** Counts how far each group has come, and notes when time alone changes something. */
  private List<GroupCounts> count() {
    tracker.failOverdue(members::suspends);
    recheckAt = slots.nextChange(tracker.entries());
    return GroupCounter.of(tracker, members, slots, omitted).counts(approvals::approver);
  }

  private StartDecision judge(List<GroupCounts> counts) {
    StartDecision decision = StartPlanner.plan(spec.strategy(), counts);
    // A partial fleet has partial totals: it could end or halt an attempt that the whole would not.
    if (hub.fleet().incoherent().isPresent()) {
      return decision;
    }
    if (breach.isEmpty()) {
      breach =
          OutcomeRules.breach(decision)
              .or(() -> checkJudge().breach().filter(why -> outcome.isEmpty()));
    }
    if (outcome.isEmpty() && breach.isPresent()) {
      outcome = Optional.of(Outcome.FAILED);
    }
    if (outcome.isEmpty()) {
      outcome =
          OutcomeRules.ending(spec, counts)
              .filter(end -> end == Outcome.FAILED || !members.departing());
    }
    return decision;
  }

  private boolean mayStart() {
    return held().attemptOpen() && pendingContent.firstPassOver();
  }

  /** What holds the attempt as a whole (between-waves H1). */
  private Holds held() {
    boolean paused = hub.intent().paused() || requests.paused();
    return Holds.ofAttempt(
        hub.refusal().or(hub.fleet()::incoherent),
        outcome.map(Outcome::label),
        Optional.of("Paused.").filter(text -> paused));
  }

  /** Starts the first clusters by name in the groups that may start some. */
  private void start(StartDecision decision) {
    turn = Optional.of(decision.groups());
    if (!mayStart()) {
      return;
    }
    StartDecision others = startEarly() ? StartPlanner.plan(spec.strategy(), count()) : decision;
    turn = Optional.of(others.groups());
    Holds open = unchecked(others.groups()).and(checkJudge());
    List<PendingCluster> starting =
        members.waiting().stream()
            .filter(entry -> open.open(tracker.groupIndex().groupOf(entry), entry.cluster()))
            .limit(others.most())
            // It takes its place until it is known whether it has left.
            .filter(entry -> !members.leaving(entry.cluster()))
            .toList();
    members.start(starting);
    actions.addAll(DispatchPlanner.plan(members.groups(), starting, group -> others.because()));
  }

  /** What holds groups whose turn it is or is not, but for checks. */
  private Holds unchecked(Set<GroupKey> groups) {
    return held().and(groups, approvals, schedule(), now);
  }

  /** Groups of which a cluster could start as far as anything but checks goes (K1). */
  private Set<GroupKey> openButForChecks() {
    if (hub.checks().isEmpty() || turn.isEmpty() || !mayStart()) {
      return Set.of();
    }
    Holds others = unchecked(turn.get());
    Set<GroupKey> open = new HashSet<>();
    for (PendingCluster entry : members.waiting()) {
      GroupKey group = tracker.groupIndex().groupOf(entry);
      if (!open.contains(group) && others.open(group, entry.cluster())) {
        open.add(group);
      }
    }
    return open;
  }

  /** Absent if nothing restricts when clusters start, or a person lets this attempt pass (C8). */
  private Optional<ScheduleTimes> schedule() {
    return hub.schedule().filter(times -> !times.isIgnored(spec.rolloutUid()));
  }

  /**
   * What has the version counts as started, whoever let it through (gate 5), and takes the place of
   * one that would start.
   *
   * @return whether there is any
   */
  private boolean startEarly() {
    List<PendingCluster> early =
        members.waiting().stream()
            .filter(PendingCluster::early)
            .filter(entry -> !members.leaving(entry.cluster()))
            .toList();
    members.start(early);
    actions.addAll(
        DispatchPlanner.plan(
            members.groups(),
            early,
            group ->
                "%s got generation %d before the turn"
                    .formatted(Wording.clusters(group.size()), spec.version().generation())));
    return !early.isEmpty();
  }

  /** Asks again, first of all, for clusters that were started before and not tried. */
  private void tryUntried() {
    if (mayStart()) {
      actions.addAll(retries.notTried());
    }
  }

  private void retry() {
    if (mayWrite()) {
      actions.addAll(retries.refused());
    }
    actions.addAll(retries.unconfirmed());
    if (hub.refusal().isEmpty()) {
      actions.addAll(retries.gone(entry -> breach.isPresent() && RevertPlanner.lost(entry)));
    }
  }

  private void provide() {
    List<ClusterState> gone = retries.goneWithoutVersion();
    pendingContent
        .action(gone)
        .ifPresent(
            action -> {
              tracker.markRetried(gone);
              actions.add(action);
            });
  }

  /** A take-back or a provision that has no answer yet must not be lost with the run. */
  private boolean busy() {
    return !actions.isEmpty()
        || pendingContent.unanswered()
        || breach.isPresent() && !tracker.filter(RevertPlanner::lost).isEmpty();
  }

  private void revert() {
    if (breach.isPresent()) {
      actions.addAll(RevertPlanner.underBreach(tracker));
    }
  }

  private Step report() {
    CheckJudge judge = checkJudge();
    turn.ifPresent(groups -> holds = unchecked(groups).and(judge));
    Set<GroupKey> open = openButForChecks();
    boolean waits = !members.waiting().isEmpty();
    Optional<Instant> ended = former.endedAt().or(() -> outcome.map(end -> now));
    AttemptState next =
        new AttemptState(
            spec,
            former.startedAt(),
            tracker.groupIndex().groups(),
            tracker.entries(),
            members.waiting(),
            former.begun() || !tracker.entries().isEmpty(),
            pendingContent.firstPassOver(),
            breach,
            former.aborted(),
            outcome,
            ended,
            requests,
            Optional.of(members.departures()),
            Optional.of(checks.state()));
    Optional<Wakeup> wakeup =
        new NextWakeup(tracker, now)
            .first(
                recheckAt,
                pendingContent.nextTry(),
                nextOfSchedule(next),
                outcome.isPresent() ? Optional.empty() : judge.next(open, waits),
                outcome.isPresent() ? Optional.empty() : approvals.next(members));
    StepContext context =
        new StepContext(rules, next, hub, tracker, members, slots, approvals, holds, judge, now);
    Progress progress = new ProgressReport(context).of(wakeup.map(Wakeup::at));
    List<DueCheck> questions = outcome.isPresent() ? List.of() : judge.due(open, waits);
    return new Step(next, actions, questions, wakeup, progress);
  }

  /** When windows open or close: only what has not started depends on it (between-waves H2, H4). */
  private Optional<Instant> nextOfSchedule(AttemptState next) {
    return next.waiting().isEmpty() || outcome.isPresent()
        ? Optional.empty()
        : schedule().flatMap(times -> times.nextChange(now));
  }
}
